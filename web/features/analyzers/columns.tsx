import type { Analyzer } from '#contract/analyzers.ts'
import { formatMoment } from '#web/format/time.ts'
import type { GridColumn } from '#web/ui/data-grid/column.ts'
import { Tag } from '#web/ui/tag.tsx'
import { ActiveSwitch } from './active-switch.tsx'
import { RowActions } from './row-actions.tsx'
import { statusTags, typeWords } from './texts.ts'

/** What is opened for an analyzer of the list. */
export type AnalyzerAct = { readonly kind: 'edit' | 'coverage'; readonly analyzer: Analyzer }

const missingTexts = { script: 'Script is missing', config: 'Config is missing', dataset: 'Dataset is missing' } as const
const namesOf = (parts: ReadonlyArray<{ name: string }>): string => parts.map(({ name }) => name).join(', ')

/** What an analyzer has of a kind, or in red that it is missing. */
function partColumn(
  what: Analyzer['missing'][number],
  title: string,
  names: (analyzer: Analyzer) => string,
): GridColumn<Analyzer> {
  const text = (analyzer: Analyzer) => (analyzer.missing.includes(what) ? missingTexts[what] : names(analyzer))
  return {
    id: what,
    title,
    value: text,
    cell: (analyzer) =>
      analyzer.missing.includes(what) ? (
        <span className="analyzer-missing">{missingTexts[what]}</span>
      ) : (
        <span className="grid-text" title={text(analyzer)}>
          {text(analyzer)}
        </span>
      ),
    width: 130,
    grow: 1,
  }
}

/** Name, type, script, configuration, dataset, owner, last status, last run, updated. */
export function analyzerColumns(zone: string, onAct: (act: AnalyzerAct) => void): ReadonlyArray<GridColumn<Analyzer>> {
  return [
    {
      id: 'name',
      title: 'Name',
      value: ({ name }) => name,
      cell: ({ name, description }) => (
        <strong className="grid-text" title={description === '' ? name : `${name}\n${description}`}>
          {name}
        </strong>
      ),
      width: 160,
      grow: 1.5,
      hideable: false,
      card: 'head',
    },
    {
      id: 'type',
      title: 'Type',
      value: ({ type }) => typeWords[type],
      cell: (analyzer, { tabIndex }) =>
        analyzer.type === 'manual' ? (
          typeWords.manual
        ) : (
          <span className="analyzer-type">
            {typeWords.ingress} <ActiveSwitch {...{ analyzer, tabIndex }} />
          </span>
        ),
      width: 130,
      grow: 0,
    },
    {
      id: 'status',
      title: 'Last status',
      value: ({ last_status }) => last_status ?? '',
      cell: ({ last_status }) =>
        last_status === null ? <span className="quiet">never run</span> : <Tag tone={statusTags[last_status]}>{last_status}</Tag>,
      width: 110,
      grow: 0,
      card: 'head',
    },
    partColumn('script', 'Script', ({ scripts }) => namesOf(scripts)),
    partColumn('config', 'Configuration', ({ configs }) => namesOf(configs)),
    // those of others are private
    partColumn('dataset', 'Dataset', ({ datasets }) => namesOf(datasets) || 'private'),
    { id: 'user', title: 'Owner', value: ({ user }) => user?.name ?? '', width: 100, grow: 0.5 },
    {
      id: 'last_run',
      title: 'Last run',
      value: ({ last_run }) => (last_run === null ? null : new Date(last_run)),
      text: ({ last_run }) => formatMoment(last_run, zone) ?? 'never',
      width: 170,
      grow: 0,
    },
    {
      id: 'updated_at',
      title: 'Updated',
      value: ({ updated_at }) => new Date(updated_at),
      text: ({ updated_at }) => formatMoment(updated_at, zone) ?? '',
      width: 170,
      grow: 0,
    },
    {
      id: 'actions',
      title: 'Actions',
      value: () => null,
      cell: (analyzer, { tabIndex }) => <RowActions {...{ analyzer, tabIndex, onAct }} />,
      width: 135,
      grow: 0,
      sortable: false,
      filterable: false,
      exported: false,
      card: 'foot',
    },
  ]
}
