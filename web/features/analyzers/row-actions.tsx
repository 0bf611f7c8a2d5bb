import type { Analyzer } from '#contract/analyzers.ts'
import { pagePath } from '#web/router/address.ts'
import { goTo } from '#web/router/page-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import type { AnalyzerAct } from './columns.tsx'
import { useDeleting, useRunAnalyzer } from './use-analyzer-acts.ts'

interface Given {
  analyzer: Analyzer
  tabIndex: 0 | -1
  onAct: (act: AnalyzerAct) => void
}

/** Run or Coverage, and the rest in a menu. What is not allowed says why. */
export function RowActions({ analyzer, tabIndex, onAct }: Given) {
  const run = useRunAnalyzer()
  const deleting = useDeleting()
  const { id, name, type, may_run, may_edit, may_delete, reason } = analyzer
  const why = reason ?? undefined
  return (
    <span className="analyzer-actions">
      {type === 'manual' ? (
        <button
          type="button"
          className="button quiet"
          tabIndex={tabIndex}
          aria-disabled={!may_run}
          aria-label={`Run ${name}`}
          title={may_run ? `Run ${name}` : why}
          onClick={() => may_run && run(analyzer)}
        >
          <Icon name="play" size={14} /> Run
        </button>
      ) : (
        <button type="button" className="button quiet" tabIndex={tabIndex} onClick={() => onAct({ kind: 'coverage', analyzer })}>
          Coverage
        </button>
      )}
      <Menu
        align="end"
        trigger={{ className: 'button quiet icon', tabIndex, 'aria-label': `Actions of ${name}`, children: <Icon name="more" /> }}
      >
        <MenuButton
          aria-disabled={!may_edit}
          title={may_edit ? undefined : why}
          onClick={() => may_edit && onAct({ kind: 'edit', analyzer })}
        >
          Edit
        </MenuButton>
        <MenuButton onClick={() => goTo(pagePath('results', {}, { type, analyzer: String(id) }))}>Results</MenuButton>
        <MenuButton
          aria-disabled={!may_delete}
          title={may_delete ? undefined : why}
          onClick={() => may_delete && deleting.deleteResults(analyzer)}
        >
          Delete All Results
        </MenuButton>
        <MenuButton
          aria-disabled={!may_delete}
          title={may_delete ? undefined : why}
          onClick={() => may_delete && deleting.deleteAnalyzer(analyzer)}
        >
          Delete
        </MenuButton>
      </Menu>
    </span>
  )
}
