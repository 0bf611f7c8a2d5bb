import { useEffect } from 'react'
import { pages } from '#web/router/pages.ts'
import { goTo } from '#web/router/page-link.tsx'
import { session } from './current-session.ts'
import { safeOrigin } from './origin.ts'
import './session.css'
import { ssoOriginKey } from './login-page.tsx'

/** Where a provider sends people back to: with a session they go on, without one they sign in again. */
export function SsoPage() {
  useEffect(() => {
    const origin = safeOrigin(sessionStorage.getItem(ssoOriginKey))
    sessionStorage.removeItem(ssoOriginKey)
    session.refresh().then(
      () => goTo(origin ?? '/', { replace: true }),
      () => goTo(pages.login.path, { replace: true }),
    )
  }, [])
  return (
    <main className="plain-words" role="status">
      <title>Single sign-on · Loggerhead</title>
      Signing in...
    </main>
  )
}
