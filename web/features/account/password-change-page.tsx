import { useState } from 'react'
import type { FormEvent } from 'react'
import { changePassword } from '#contract/sessions.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import type { ApiError } from '#web/api/errors.ts'
import { useSession } from '#web/features/session/current-session.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pages } from '#web/router/pages.ts'
import { goTo } from '#web/router/page-link.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { PasswordField, TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'

const fieldNames = ['username', 'password', 'newPassword'] as const

/** Also for people whose password has expired: the old password is the proof, no session is needed. */
export function PasswordChangePage() {
  const { stored, passwordExpired } = useSession()
  const known = stored?.session.username ?? null
  const [values, setValues] = useState({ username: known ?? '', password: '', newPassword: '', again: '' })
  const [error, setError] = useState<ApiError | null>(null)
  const [saving, setSaving] = useState(false)
  const differs = values.again !== '' && values.again !== values.newPassword
  const complete = Object.values(values).every((value) => value !== '') && !differs
  const fields = error?.code === 'invalid' ? error.fields.filter(({ field }) => fieldNames.some((name) => name === field)) : []

  const input = (name: keyof typeof values) => ({
    name,
    value: values[name],
    error: fields.find(({ field }) => field === name)?.message,
    onChange: (event: { target: { value: string } }) => {
      setError(null)
      setValues({ ...values, [name]: event.target.value })
    },
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!complete || saving) return
    setSaving(true)
    try {
      const { username, password, newPassword } = values
      await call(changePassword, { body: { username, password, newPassword } })
      showToast('Password changed', 'success')
      goTo(known === null ? pages.login.path : pages.home.path, { replace: true })
    } catch (raised) {
      setError(asApiError(raised))
      setSaving(false)
    }
  }

  return (
    <>
      <PageHeader title={passwordExpired ? 'Your password has expired' : 'Change Password'} />
      <form className="panel" style={{ maxWidth: 420, padding: '20px 20px 16px' }} onSubmit={submit} noValidate>
        {passwordExpired ? <p style={{ marginBottom: 14 }}>Choose a new password to go on.</p> : null}
        {error !== null && fields.length === 0 ? (
          <div style={{ marginBottom: 14 }}>
            <ErrorCard title="The password was not changed" error={error} />
          </div>
        ) : null}
        <TextField label="Username" autoComplete="username" readOnly={known !== null} {...input('username')} />
        <PasswordField label="Current password" autoComplete="current-password" {...input('password')} />
        <PasswordField label="New password" autoComplete="new-password" {...input('newPassword')} />
        <PasswordField
          label="New password again"
          autoComplete="new-password"
          {...input('again')}
          error={differs ? 'The two new passwords differ' : null}
        />
        <button type="submit" className="button primary" disabled={!complete || error !== null || saving}>
          Change Password
        </button>
      </form>
    </>
  )
}
