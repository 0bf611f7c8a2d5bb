import { useState } from 'react'
import { showToast } from '#web/ui/toast.ts'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { saveAs } from '#web/ui/save-as.ts'
import { clockText, secondsOf } from '#web/viewer/plot/clock.ts'
import type { PlotSurroundings } from '#web/viewer/plot/plot-frame.tsx'
import type { WindowExport } from '#web/viewer/protocol.ts'
import { exportName } from './export-name.ts'
import { plotsPicture } from './plots-picture.ts'
import type { PlottedSignal } from './plotted-signal.ts'
import type { Subject } from './subject.ts'

interface Given {
  plotted: readonly PlottedSignal[]
  around: PlotSurroundings
  recordings: readonly (Subject | null)[]
}

/** The visible window as a file: the samples of the plotted signals, a file for each recording, or a picture. */
export function ExportMenu({ plotted, around, recordings }: Given) {
  const [isBusy, setBusy] = useState(false)
  const { window, clock } = around
  const isEmpty = plotted.length === 0

  async function doing(what: () => Promise<void>) {
    setBusy(true)
    try {
      await what()
    } catch (raised) {
      showToast(`The window cannot be exported: ${raised instanceof Error ? raised.message : String(raised)}`, 'error', 5000)
    } finally {
      setBusy(false)
    }
  }
  const samples = async (format: WindowExport['format']) => {
    for (const [client, signals] of Map.groupBy(plotted, ({ client }) => client)) {
      const recording = recordings.find((one) => one?.client === client)
      const shiftNs = signals[0]?.shiftNs ?? 0
      const blob = await client.call('exportWindow', {
        signals: [...new Set(signals.map(({ signal }) => signal.index))],
        fromNs: window.fromNs - shiftNs,
        toNs: window.toNs - shiftNs,
        format,
      })
      saveAs(blob, exportName(recording?.name ?? 'recording', clockOfWindow, format))
    }
  }
  const clockOfWindow = clockText(secondsOf(clock, window.fromNs), 1, clock)
  const picture = async () => {
    const host = document.querySelector<HTMLElement>('.spy-plots')
    if (host === null) return
    const title = recordings.flatMap((one) => (one === null ? [] : [one.name])).join(', ')
    saveAs(await plotsPicture(host, title), exportName(recordings[0]?.name ?? 'recording', clockOfWindow, 'png'))
  }
  return (
    <Menu
      align="end"
      trigger={{
        className: 'button primary',
        children: isBusy ? 'Exporting…' : 'Export window',
        disabled: isEmpty || isBusy,
        title: isEmpty ? 'Plot a signal first' : 'The window that is shown, as a file',
      }}
    >
      <MenuButton onClick={() => void doing(() => samples('csv'))}>CSV: samples of the plotted signals</MenuButton>
      <MenuButton onClick={() => void doing(() => samples('mf4'))}>MF4: samples of the plotted signals</MenuButton>
      <MenuButton onClick={() => void doing(picture)}>PNG: a picture of the plots</MenuButton>
    </Menu>
  )
}
