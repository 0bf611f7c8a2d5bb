import { useEffect } from 'react'
import { pages } from '#web/router/pages.ts'
import { goTo } from '#web/router/page-link.tsx'
import { session } from './current-session.ts'
import './session.css'

export function LogoutPage() {
  useEffect(() => {
    void session.logout().then(() => goTo(pages.login.path, { replace: true }))
  }, [])
  return (
    <main className="plain-words" role="status">
      <title>Logout · Loggerhead</title>
      Logging out...
    </main>
  )
}
