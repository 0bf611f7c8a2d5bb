import type { Configuration } from '#contract/ipa-configurations.ts'
import { formatMoment } from '#web/format/time.ts'
import type { GridColumn } from '#web/ui/data-grid/column.ts'

interface Acts {
  onView: (configuration: Configuration) => void
  onSave: (configuration: Configuration) => void
  onDelete: (configuration: Configuration) => void
}

/** Name, Description, User, Date Created, Last Updated, and what can be done. */
export function configurationColumns(zone: string, { onView, onSave, onDelete }: Acts): ReadonlyArray<GridColumn<Configuration>> {
  const moment = (id: 'created_at' | 'updated_at', title: string): GridColumn<Configuration> => ({
    id,
    title,
    value: (configuration) => new Date(configuration[id]),
    text: (configuration) => formatMoment(configuration[id], zone) ?? '',
    width: 165,
    grow: 0,
  })
  return [
    {
      id: 'name',
      title: 'Name',
      value: ({ name }) => name,
      cell: ({ name }) => (
        <strong className="grid-text" title={name}>
          {name}
        </strong>
      ),
      width: 180,
      grow: 1,
      hideable: false,
      card: 'head',
    },
    { id: 'description', title: 'Description', value: ({ description }) => description, width: 220, grow: 3, card: 'wide' },
    { id: 'user', title: 'User', value: ({ user }) => user?.name ?? null, width: 120, grow: 1 },
    moment('created_at', 'Date Created'),
    moment('updated_at', 'Last Updated'),
    {
      id: 'actions',
      title: 'Actions',
      value: () => null,
      cell: (configuration, { tabIndex }) => {
        const { name, may_delete } = configuration
        return (
          <span className="script-actions">
            <button
              type="button"
              className="button quiet"
              tabIndex={tabIndex}
              aria-label={`View ${name}`}
              onClick={() => onView(configuration)}
            >
              View
            </button>
            <button
              type="button"
              className="button quiet"
              tabIndex={tabIndex}
              aria-label={`Download ${name}`}
              onClick={() => onSave(configuration)}
            >
              Download
            </button>
            <button
              type="button"
              className="button quiet danger"
              tabIndex={tabIndex}
              aria-label={`Delete ${name}`}
              aria-disabled={!may_delete}
              title={may_delete ? undefined : 'Only administrators delete configurations'}
              onClick={() => may_delete && onDelete(configuration)}
            >
              Delete
            </button>
          </span>
        )
      },
      width: 250,
      grow: 0,
      sortable: false,
      filterable: false,
      exported: false,
      card: 'foot',
    },
  ]
}
