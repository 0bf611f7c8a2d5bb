import type { DragEvent } from 'react'

/** What a drag of a signal carries: its key. Nothing else takes it. */
const type = 'application/x-loggerhead-signal'
const plotType = 'application/x-loggerhead-plot'

export function dragSignal(event: DragEvent, key: string, name: string): void {
  event.dataTransfer.setData(type, key)
  event.dataTransfer.setData('text/plain', name)
  event.dataTransfer.effectAllowed = 'copyMove'
}

export const carriesSignal = (event: DragEvent): boolean => event.dataTransfer.types.includes(type)
export const droppedSignal = (event: DragEvent): string | null => event.dataTransfer.getData(type) || null

/** A whole plot, by its place. */
export function dragPlot(event: DragEvent, at: number): void {
  event.dataTransfer.setData(plotType, String(at))
  event.dataTransfer.effectAllowed = 'move'
}

export const carriesPlot = (event: DragEvent): boolean => event.dataTransfer.types.includes(plotType)

export function droppedPlot(event: DragEvent): number | null {
  const text = event.dataTransfer.getData(plotType)
  return text === '' ? null : Number(text)
}
