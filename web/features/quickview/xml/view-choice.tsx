import { useLayoutEffect, useRef } from 'react'

/** How an XML file is shown. */
export type View = 'codes' | 'tree' | 'text'

export interface XmlView {
  readonly id: View
  readonly title: string
}

interface Given {
  views: readonly XmlView[]
  view: View
  /** Somebody chose it here: the choice keeps the focus in the view's own row of tools. */
  isChosen: boolean
  onChoose: (view: View) => void
}

export function ViewChoice({ views, view, isChosen, onChoose }: Given) {
  const pressed = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (isChosen) pressed.current?.focus()
  }, [isChosen])
  return (
    <div className="qv-tabs" role="group" aria-label="How the file is shown">
      {views.map(({ id, title }) => (
        <button
          key={id}
          ref={id === view ? pressed : undefined}
          type="button"
          aria-pressed={id === view}
          className={id === view ? 'chip on' : 'chip'}
          onClick={() => onChoose(id)}
        >
          {title}
        </button>
      ))}
    </div>
  )
}
