import { useId, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'

export interface Tab {
  readonly id: string
  readonly title: string
  /** Beside the title. */
  readonly count?: number
  readonly panel: () => ReactNode
}

/** Tabs with one panel; arrow keys go from tab to tab. */
export function Tabs({ tabs, chosen, onChoose }: { tabs: readonly Tab[]; chosen: string; onChoose: (id: string) => void }) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const current = tabs.find(({ id }) => id === chosen) ?? tabs[0]
  function press(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab === current)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + tabs.length) % tabs.length
    onChoose(tabs[next]?.id ?? '')
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div className="spy-tabs">
      <div ref={list} role="tablist" aria-label="More of the recording" onKeyDown={press}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab === current}
            aria-controls={`${base}-panel`}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.title}
            {tab.count === undefined ? null : <span className="quiet"> {tab.count.toLocaleString('en')}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${current?.id}`} className={`spy-panel ${current?.id}`}>
        {current?.panel()}
      </div>
    </div>
  )
}
