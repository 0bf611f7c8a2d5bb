import type { ReactNode } from 'react'

/** Children of one element that are shown at first. */
const mostChildren = 200

/** The elements as they stand, to be unfolded. */
export function XmlTree({ document, tools }: { document: Document; tools: ReactNode }) {
  return (
    <div className="qv-fill">
      <div className="qv-tools">{tools}</div>
      <div className="qv-scroll qv-tree mono" role="region" aria-label="Elements" tabIndex={0}>
        <Node element={document.documentElement} isOpen />
      </div>
    </div>
  )
}

function Node({ element, isOpen }: { element: Element; isOpen: boolean }) {
  const children = [...element.children]
  const text = children.length === 0 ? (element.textContent ?? '').trim() : ''
  const head = (
    <>
      <span className="qv-tag">{element.nodeName}</span>
      {[...element.attributes].map(({ name, value }) => (
        <span key={name}>
          {' '}
          <span className="quiet">{name}=</span>
          <span className="qv-text-value">{value}</span>
        </span>
      ))}
      {text === '' ? null : <span className="qv-text-value"> {text.slice(0, 2000)}</span>}
    </>
  )
  if (children.length === 0) return <div className="qv-leaf">{head}</div>
  return (
    <details open={isOpen} className="qv-branch">
      <summary>
        {head} <span className="quiet">{children.length}</span>
      </summary>
      {children.slice(0, mostChildren).map((child, i) => (
        <Node key={i} element={child} isOpen={isOpen && children.length <= 20} />
      ))}
      {children.length > mostChildren ? (
        <p className="quiet">and {(children.length - mostChildren).toLocaleString('en')} more; Text shows them all</p>
      ) : null}
    </details>
  )
}
