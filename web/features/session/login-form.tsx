import { useState } from 'react'
import type { FormEvent } from 'react'
import { asApiError } from '#web/api/errors.ts'
import type { ApiError } from '#web/api/errors.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { PasswordField, TextField } from '#web/ui/text-field.tsx'
import { session } from './current-session.ts'

const required = { username: 'Username is required', password: 'Password is required' } as const
type FieldName = keyof typeof required
const isField = (name: string): name is FieldName => name in required

/** What the server says of single inputs; null when it names none of ours (then the card shows it). */
function fieldMessages(error: ApiError | null): Partial<Record<FieldName, string>> | null {
  if (error?.code !== 'invalid') return null
  const known = error.fields.filter(({ field }) => isField(field))
  return known.length === 0 ? null : Object.fromEntries(known.map(({ field, message }) => [field, message]))
}

export function LoginForm({
  lostPassword,
  onSuccess,
  onExpired,
}: {
  lostPassword: boolean
  onSuccess: () => void
  onExpired: () => void
}) {
  const [values, setValues] = useState({ username: '', password: '' })
  const [touched, setTouched] = useState<Partial<Record<FieldName, boolean>>>({})
  const [error, setError] = useState<ApiError | null>(null)
  const [loading, setLoading] = useState(false)
  const serverSays = fieldMessages(error)

  const missing = (name: FieldName) => (name === 'username' ? values.username.trim() : values.password) === ''
  const valid = !missing('username') && !missing('password')
  const messageOf = (name: FieldName) => serverSays?.[name] ?? (touched[name] && missing(name) ? required[name] : null)

  const input = (name: FieldName) => ({
    name,
    value: values[name],
    error: messageOf(name),
    required: true,
    onBlur: () => setTouched((before) => ({ ...before, [name]: true })),
    onChange: (event: { target: { value: string } }) => {
      // What was refused is no longer what is typed.
      setError(null)
      setTouched((before) => ({ ...before, [name]: true }))
      setValues({ ...values, [name]: event.target.value })
    },
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!valid || loading) return
    setLoading(true)
    try {
      await session.login(values)
      onSuccess()
    } catch (raised) {
      setError(asApiError(raised))
      if (session.snapshot().passwordExpired) onExpired()
    } finally {
      setLoading(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      {error !== null && serverSays === null ? (
        <ErrorCard title={error.id === 'password-expired' ? 'Your password has expired' : 'Login failed'} error={error} />
      ) : null}
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        {...input('username')}
      />
      <PasswordField label="Password" autoComplete="current-password" {...input('password')} />
      <div className="entry-between">{lostPassword ? <PageLink page="lostPassword">Forgot password?</PageLink> : null}</div>
      <button type="submit" className="button primary wide" disabled={!valid || error !== null || loading}>
        {loading ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  )
}
