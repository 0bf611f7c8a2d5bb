import type { Result } from '#contract/ipa-results.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'

export type ResultAct =
  | { readonly kind: 'details'; readonly result: Result }
  | { readonly kind: 'share'; readonly result: Result }
  | { readonly kind: 'download'; readonly result: Result }
  | { readonly kind: 'repeat'; readonly result: Result }
  | { readonly kind: 'cancel'; readonly result: Result }
  | { readonly kind: 'delete'; readonly result: Result }

interface Given {
  result: Result
  tabIndex: 0 | -1
  onAct: (act: ResultAct) => void
}

/** What can be done with a result; what cannot says why. */
export function ResultActions({ result, tabIndex, onAct }: Given) {
  const { may_cancel, may_delete, may_share, files } = result
  const item = (kind: ResultAct['kind'], label: string, reason: string | null) => (
    <MenuButton
      aria-disabled={reason !== null}
      title={reason ?? undefined}
      onClick={() => {
        if (reason === null) onAct({ kind, result })
      }}
    >
      {label}
    </MenuButton>
  )
  return (
    <Menu
      align="end"
      trigger={{
        className: 'button quiet icon',
        tabIndex,
        'aria-label': `Actions of result ${result.id}`,
        title: 'Actions',
        children: <Icon name="more" size={16} />,
      }}
    >
      {item('details', 'Details and log', null)}
      {item('download', 'Download all files', files.length > 0 ? null : 'There are no files')}
      {item(
        'share',
        'Share',
        !may_share ? 'Only its owner and administrators share a result' : files.length > 0 ? null : 'There are no files',
      )}
      {item('repeat', 'Run again with the same files', null)}
      {may_cancel ? item('cancel', 'Cancel', null) : null}
      {item(
        'delete',
        'Delete',
        may_delete ? null : may_cancel ? 'Cancel it first' : 'Only its owner and administrators delete it',
      )}
    </Menu>
  )
}
