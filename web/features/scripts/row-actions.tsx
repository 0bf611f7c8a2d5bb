import type { IpaScript } from '#contract/ipa-scripts.ts'
import { pagePath } from '#web/router/address.ts'
import { goTo, PageLink } from '#web/router/page-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { useDeleteScript } from './use-delete-script.ts'

interface Given {
  script: IpaScript
  tabIndex: 0 | -1
  onEdit: () => void
}

/** Configurations, review, a new version, and the end. */
export function RowActions({ script, tabIndex, onEdit }: Given) {
  const deleting = useDeleteScript()
  const { id, name, configurations, may_edit, may_delete, may_review } = script
  const why = 'Only its owner and administrators change a script'
  return (
    <span className="script-actions">
      <PageLink page="configurations" params={{ scriptId: id }} tabIndex={tabIndex} className="button quiet">
        Configurations <span className="quiet">{configurations}</span>
      </PageLink>
      <Menu
        align="end"
        trigger={{ className: 'button quiet icon', tabIndex, 'aria-label': `Actions of ${name}`, children: <Icon name="more" /> }}
      >
        <MenuButton onClick={() => goTo(pagePath('script', { scriptId: id }))}>{may_review ? 'Review' : 'Look at it'}</MenuButton>
        <MenuButton aria-disabled={!may_edit} title={may_edit ? undefined : why} onClick={() => may_edit && onEdit()}>
          Edit, new version
        </MenuButton>
        <MenuButton
          aria-disabled={!may_delete}
          title={may_delete ? undefined : why}
          onClick={() => may_delete && deleting(script)}
        >
          Delete
        </MenuButton>
      </Menu>
    </span>
  )
}
