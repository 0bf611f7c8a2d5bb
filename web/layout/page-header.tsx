import { useState } from 'react'
import type { ReactNode } from 'react'
import { PathLink } from '#web/router/page-link.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import './layout.css'

export interface Crumb {
  title: string
  /** Path of ours (`pagePath(...)`); a crumb without one is only a word. */
  path?: string
}

interface PageHeaderProps {
  title: string
  /** From the origin to the page above this one. */
  crumbs?: readonly Crumb[]
  /** Beside the title: a status. */
  beside?: ReactNode
  /** At the right: what one can do on this page. */
  actions?: ReactNode
  help?: { title?: string; text?: ReactNode }
}

/** The line under the bar: Back, where one is, the page's actions and its help. Every page begins with it. */
export function PageHeader({ title, crumbs = [], beside, actions, help = {} }: PageHeaderProps) {
  const [helping, setHelping] = useState(false)
  return (
    <header className="crumbs">
      <title>{`${title} · Loggerhead`}</title>
      <button
        type="button"
        className="button quiet icon crumbs-back"
        aria-label="Back"
        title="Back"
        onClick={() => window.history.back()}
      >
        <Icon name="back" />
      </button>
      <nav aria-label="Breadcrumbs">
        <ol>
          {crumbs.map((crumb) => (
            <li key={crumb.title}>{crumb.path ? <PathLink path={crumb.path}>{crumb.title}</PathLink> : crumb.title}</li>
          ))}
          <li>
            <h1>{title}</h1>
            {beside}
          </li>
        </ol>
      </nav>
      <div className="crumbs-actions">
        {actions}
        <button type="button" className="button quiet" onClick={() => setHelping(true)}>
          Help
        </button>
      </div>
      {helping ? (
        <Dialog title={help.title ?? 'Help'} size="help" onClose={() => setHelping(false)}>
          {help.text ?? 'No content'}
        </Dialog>
      ) : null}
    </header>
  )
}
