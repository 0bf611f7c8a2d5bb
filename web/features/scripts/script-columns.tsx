import type { IpaScript } from '#contract/ipa-scripts.ts'
import { formatMoment } from '#web/format/time.ts'
import { PageLink } from '#web/router/page-link.tsx'
import type { GridColumn } from '#web/ui/data-grid/column.ts'
import { Tag } from '#web/ui/tag.tsx'
import { RowActions } from './row-actions.tsx'
import { ownerOf, statusTags, versionText } from './texts.ts'

/** Name, Description, User, Create Date, and where the script is in its review. */
export function scriptColumns(zone: string, onEdit: (script: IpaScript) => void): ReadonlyArray<GridColumn<IpaScript>> {
  return [
    {
      id: 'name',
      title: 'Name',
      value: ({ name }) => name,
      cell: ({ id, name }, { tabIndex }) => (
        <PageLink page="script" params={{ scriptId: id }} tabIndex={tabIndex} className="script-name grid-text" title={name}>
          {name}
        </PageLink>
      ),
      width: 180,
      grow: 1,
      hideable: false,
      card: 'head',
    },
    {
      id: 'status',
      title: 'Status',
      value: ({ status }) => statusTags[status].word,
      cell: ({ status, comment }) => (
        <span title={comment || undefined}>
          <Tag tone={statusTags[status].tone}>{statusTags[status].word}</Tag>
        </span>
      ),
      width: 110,
      grow: 0,
      card: 'head',
    },
    { id: 'description', title: 'Description', value: ({ description }) => description, width: 220, grow: 3, card: 'wide' },
    { id: 'user', title: 'User', value: (script) => ownerOf(script), width: 120, grow: 1 },
    { id: 'version', title: 'Version', value: (script) => versionText(script), width: 140, grow: 0 },
    {
      id: 'created_at',
      title: 'Create Date',
      value: ({ created_at }) => new Date(created_at),
      text: ({ created_at }) => formatMoment(created_at, zone) ?? '',
      width: 165,
      grow: 0,
    },
    {
      id: 'actions',
      title: 'Actions',
      value: () => null,
      cell: (script, { tabIndex }) => <RowActions {...{ script, tabIndex }} onEdit={() => onEdit(script)} />,
      width: 190,
      grow: 0,
      sortable: false,
      filterable: false,
      exported: false,
      card: 'foot',
    },
  ]
}
