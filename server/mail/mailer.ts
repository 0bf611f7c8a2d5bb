import { createTransport } from 'nodemailer'

export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text: nothing in it is ever taken for markup. */
  readonly text: string
}

/** The server will never take this mail: its address or the mail itself is refused. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** Sends mail. Errors other than MailRefused may be gone at the next try. */
export type Mailer = (mail: Mail) => Promise<void>

/** How long a mail server may be silent, milliseconds. */
const patience = 20_000

/**
 * @param url smtp://user:password@host:587 or smtps://...; smtp begins TLS where the server offers it
 * @param from the sender, such as `Loggerhead <fleet@example.com>`
 */
export function createMailer(url: string, from: string): { send: Mailer; close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    // A mail is text that we have: nothing of it is to be read from files or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          headers: { 'auto-submitted': 'auto-generated' },
        })
      } catch (error) {
        throw isFinal(error) ? new MailRefused(error.message, { cause: error }) : error
      }
    },
    close: () => transport.close(),
  }
}

/** 5xx of SMTP: https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1; wrong credentials (535) are the operator's to mend. */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || typeof error.responseCode !== 'number') return false
  return error.responseCode >= 500 && !('code' in error && error.code === 'EAUTH')
}
