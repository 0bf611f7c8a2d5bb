import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { dragPlot } from '#web/viewer/tree/signal-drag.ts'
import type { PlotEdits } from './plot-edits.ts'

interface Given {
  at: number
  plotCount: number
  label: string
  height: number
  edits: PlotEdits
}

/** What one does with a whole plot; its button can be dragged to another place. */
export function PlotMenu({ at, plotCount, label, height, edits }: Given) {
  return (
    <span className="spy-plot-menu">
      <Menu
        align="end"
        trigger={{
          className: 'spy-remove',
          'aria-label': `Plot ${at + 1}: ${label}`,
          title: 'This plot: order, height, scale. Drag to move it; Alt with the arrow keys does so too',
          draggable: true,
          onDragStart: (event) => dragPlot(event, at),
          children: <Icon name="menu" size={14} />,
        }}
      >
        <MenuButton onClick={() => edits.autoscale(at)}>Scale to all that is shown</MenuButton>
        <MenuButton onClick={() => edits.resize(at, height + 80)}>Higher</MenuButton>
        <MenuButton onClick={() => edits.resize(at, height - 80)}>Lower</MenuButton>
        {at > 0 ? <MenuButton onClick={() => edits.reorder(at, at - 1)}>Move up</MenuButton> : null}
        {at < plotCount - 1 ? <MenuButton onClick={() => edits.reorder(at, at + 1)}>Move down</MenuButton> : null}
        <MenuButton onClick={() => edits.removePlot(at)}>Take the plot away</MenuButton>
      </Menu>
    </span>
  )
}
