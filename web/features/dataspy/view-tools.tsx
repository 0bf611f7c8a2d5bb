import type { PlotSurroundings } from '#web/viewer/plot/plot-frame.tsx'
import { showToast } from '#web/ui/toast.ts'
import { ExportMenu } from './export-menu.tsx'
import { LayoutMenu } from './layout-menu.tsx'
import { missingSignals, missingText } from './missing-signals.ts'
import type { ShownPlot } from './plotted-signal.ts'
import { plottedIn } from './plotted-signal.ts'
import type { Plots } from './series.ts'
import type { Subject } from './subject.ts'
import type { ViewHands } from './use-view.ts'

interface Given {
  plots: Plots
  shown: readonly ShownPlot[]
  around: PlotSurroundings
  hands: ViewHands
  recordings: readonly (Subject | null)[]
}

/** Layouts, export and sharing of what is shown, and what of a layout cannot be. */
export function ViewTools({ plots, shown, around, hands, recordings }: Given) {
  const plotted = shown.flatMap(plottedIn)
  const missing = missingSignals(plots, shown, recordings)
  return (
    <span className="spy-view-tools">
      <LayoutMenu plots={plots} onOpen={(layout) => hands.changePlots(() => layout)} />
      <button
        type="button"
        className="button"
        title="Copies the address of this view: recordings, signals, window and cursors"
        onClick={() => void share()}
      >
        Share view
      </button>
      <ExportMenu plotted={plotted} around={around} recordings={recordings} />
      {missing.length > 0 ? (
        <span className="spy-missing" role="status" title={missing.join(', ')}>
          {missingText(missing, recordings.length)}
        </span>
      ) : null}
    </span>
  )
}

async function share(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href)
    showToast('The address of this view is copied', 'success', 2500)
  } catch {
    showToast('The browser does not let pages copy; take the address from its bar', 'warning', 4000)
  }
}
