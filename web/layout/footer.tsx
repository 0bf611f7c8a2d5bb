import { lazy, Suspense, useState } from 'react'
import { useUser } from '#web/features/session/current-session.ts'
import { useNow } from '#web/ui/use-now.ts'

/** The two links of the maker. */
const links = [
  { label: 'Interface description', href: '/docs/api' },
  { label: 'Apache-2.0 licence', href: 'https://www.apache.org/licenses/LICENSE-2.0' },
] as const

const ServerInfoDialog = lazy(async () => ({ default: (await import('./server-info-dialog.tsx')).ServerInfoDialog }))

export function Footer() {
  const user = useUser()
  const [open, setOpen] = useState(false)
  return (
    <footer className="foot">
      <span>© {new Date(useNow()).getFullYear()} Loggerhead</span>
      {links.map(({ label, href }) => (
        <a key={href} href={href} target="_blank" rel="noreferrer">
          {label}
        </a>
      ))}
      {user ? (
        <button type="button" onClick={() => setOpen(true)}>
          Server Info
        </button>
      ) : null}
      {open ? (
        <Suspense>
          <ServerInfoDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </footer>
  )
}
