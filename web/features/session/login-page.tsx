import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { strategies } from '#contract/sessions.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { pages } from '#web/router/pages.ts'
import { goTo, PathLink } from '#web/router/page-link.tsx'
import { history } from '#web/router/history.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { Entry } from './entry.tsx'
import { LoginForm } from './login-form.tsx'
import { safeOrigin } from './origin.ts'
import { PolicyDialog } from './policy-dialog.tsx'

/** Where single sign-on leaves from; it comes back on /ui2/sso, which has no query of ours. */
export const ssoOriginKey = 'loggerhead_sso_origin'

export function LoginPage() {
  const { data, error, refetch } = useQuery({ queryKey: ['strategies'], queryFn: () => call(strategies), staleTime: Infinity })
  const [accepted, setAccepted] = useState(false)
  const origin = safeOrigin(new URLSearchParams(history.location.search).get('origin'))

  /** The policy comes first; without one there is nothing to agree to. */
  const agreed = accepted || data?.aupPolicy === ''

  function leaveFor(provider: string) {
    if (origin !== null) sessionStorage.setItem(ssoOriginKey, origin)
    window.location.assign(`/auth/authorization/login/${encodeURIComponent(provider)}`)
  }

  return (
    <Entry title="Sign in">
      <title>Login · Loggerhead</title>
      {error ? <ErrorCard title="Authorization Error" error={asApiError(error)} retry={() => void refetch()} /> : null}
      {data && !agreed ? <PolicyDialog text={data.aupPolicy} onAccept={() => setAccepted(true)} /> : null}
      {data === undefined && !error ? <div className="skeleton" style={{ height: 190 }} aria-label="Loading" /> : null}
      {data?.form && agreed ? (
        <LoginForm
          lostPassword={data.allow_lost_password}
          onSuccess={() => goTo(origin ?? pages.home.path, { replace: true })}
          onExpired={() => goTo(pages.passwordChange.path)}
        />
      ) : null}
      {data && data.sso.length > 0 ? (
        <>
          <div className="entry-or">{data.form ? 'Or sign in with' : 'Sign in with'}</div>
          <ul className="entry-sso">
            {data.sso.map(({ name }) => (
              <li key={name}>
                <button type="button" className="button wide" onClick={() => leaveFor(name)}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {data?.allow_register_users ? (
        <p className="entry-foot">
          New user? <PathLink path="/ui/register">Register here</PathLink>
        </p>
      ) : null}
    </Entry>
  )
}
