import type { PlottedSeries } from '#contract/layouts.ts'
import { MenuButton } from '#web/ui/menu.tsx'
import { seriesColors } from '#web/viewer/plot/plot-line.ts'
import type { PlotEdits } from './plot-edits.ts'
import type { PlottedSignal } from './plotted-signal.ts'
import { isState } from './plotted-signal.ts'

interface Given {
  one: PlottedSignal
  edits: PlotEdits
  at: number
  plotCount: number
}

const colorNames = ['Green-blue', 'Orange', 'Blue', 'Magenta', 'Violet', 'Green'] as const
const lines = [
  ['line', 'Straight line'],
  ['step', 'Steps'],
  ['points', 'Points only'],
] as const
const widths = [
  [0, 'Thin'],
  [1, 'Usual width'],
  [3, 'Thick'],
] as const
const sides = [
  [null, 'Axis by unit'],
  ['left', 'Axis at the left'],
  ['right', 'Axis at the right'],
] as const

/** The items of a signal's menu: colour, line, values, axis, and where it is plotted. */
export function SeriesItems({ one: { ref, series, signal, look }, edits, at, plotCount }: Given) {
  const set = (change: Partial<PlottedSeries>) => edits.restyle(ref, change)
  const others = Array.from({ length: plotCount }, (_, place) => place).filter((place) => place !== at)
  return (
    <>
      {isState(signal) ? null : (
        <>
          <div className="spy-swatches" role="group" aria-label="Colour">
            {seriesColors.map((color, place) => (
              <button
                key={color}
                type="button"
                role="menuitemradio"
                tabIndex={-1}
                aria-checked={look.color === color}
                aria-label={colorNames[place]}
                title={colorNames[place]}
                style={{ background: `var(${color})` }}
                onClick={() => set({ color: place })}
              />
            ))}
          </div>
          <Choices name="Line" of={lines} chosen={series.line} onChoose={(line) => set({ line })} />
          <Choices name="Width" of={widths} chosen={series.width} onChoose={(width) => set({ width })} />
          <Choices
            name="Values"
            of={[
              [false, signal.unit === '' ? 'Physical values' : `Physical values, ${signal.unit}`],
              [true, 'Raw values'],
            ]}
            chosen={series.raw}
            onChoose={(raw) => set({ raw })}
          />
          <Choices name="Axis" of={sides} chosen={series.side} onChoose={(side) => set({ side })} />
        </>
      )}
      {others.map((place) => (
        <MenuButton key={place} onClick={() => edits.place(ref, place)}>
          Move to plot {place + 1}
        </MenuButton>
      ))}
      <MenuButton onClick={() => edits.place(ref, plotCount)}>Move to a new plot</MenuButton>
      <MenuButton onClick={() => edits.remove(ref)}>Take away</MenuButton>
    </>
  )
}

interface ChoicesGiven<Value> {
  name: string
  of: readonly (readonly [Value, string])[]
  chosen: Value
  onChoose: (value: Value) => void
}

function Choices<Value extends string | number | boolean | null>({ name, of, chosen, onChoose }: ChoicesGiven<Value>) {
  return (
    <div role="group" aria-label={name} className="spy-choices">
      {of.map(([value, title]) => (
        <button
          key={title}
          type="button"
          role="menuitemradio"
          tabIndex={-1}
          className="menu-item"
          aria-checked={value === chosen}
          onClick={() => onChoose(value)}
        >
          {title}
        </button>
      ))}
    </div>
  )
}
