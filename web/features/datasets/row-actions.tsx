import type { ListedDataset } from '#contract/datasets.ts'
import { pagePath } from '#web/router/address.ts'
import { goTo } from '#web/router/page-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import type { DatasetAct } from './columns.tsx'
import { useDeleteDataset } from './use-datasets.ts'

interface Given {
  dataset: ListedDataset
  tabIndex: 0 | -1
  onAct: (act: DatasetAct) => void
}

/** Its files, its texts or criteria, and its end. */
export function RowActions({ dataset, tabIndex, onAct }: Given) {
  const deleting = useDeleteDataset()
  const { id, name, type, may_edit, may_delete } = dataset
  const why = 'Only its creator and administrators change a dataset'
  const edit = () => {
    if (!may_edit) return
    if (type === 'dynamic') goTo(pagePath('datasetDynamic', {}, { id: String(id) }))
    else onAct({ kind: 'edit', dataset })
  }
  return (
    <span className="dataset-actions">
      <button type="button" className="button quiet" tabIndex={tabIndex} onClick={() => onAct({ kind: 'files', dataset })}>
        Files
      </button>
      <Menu
        align="end"
        trigger={{ className: 'button quiet icon', tabIndex, 'aria-label': `Actions of ${name}`, children: <Icon name="more" /> }}
      >
        <MenuButton aria-disabled={!may_edit} title={may_edit ? undefined : why} onClick={edit}>
          Edit
        </MenuButton>
        <MenuButton
          aria-disabled={!may_delete}
          title={may_delete ? undefined : why}
          onClick={() => may_delete && deleting(dataset)}
        >
          Delete
        </MenuButton>
      </Menu>
    </span>
  )
}
