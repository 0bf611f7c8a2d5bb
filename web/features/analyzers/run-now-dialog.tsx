import type { Analyzer } from '#contract/analyzers.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useRunAnalyzer } from './use-analyzer-acts.ts'

/** The question after a manual analyzer was saved. */
export function RunNowDialog({ analyzer, onClose }: { analyzer: Analyzer; onClose: () => void }) {
  const run = useRunAnalyzer()
  return (
    <Dialog
      title="Run now?"
      onClose={onClose}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            Not now
          </button>
          <button
            type="button"
            className="button primary"
            autoFocus
            onClick={() => {
              run(analyzer)
              onClose()
            }}
          >
            Run now
          </button>
        </>
      }
    >
      <p>The analyzer {analyzer.name} is saved. Run it now?</p>
    </Dialog>
  )
}
