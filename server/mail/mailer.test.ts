import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { MailRefused, createMailer } from './mailer.ts'

interface Received {
  readonly to: readonly string[]
  readonly text: string
}

const ends: Array<() => void> = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A real mail server on this machine. */
async function startServer(refuse?: { address: string; code: number }) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'loggerhead' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('no such user')),
    onRcptTo({ address }, _session, done) {
      if (address === refuse?.address) return done(Object.assign(new Error('not here'), { responseCode: refuse.code }))
      return done()
    },
    onData(stream, { envelope }, done) {
      let text = ''
      stream.on('data', (piece: Buffer) => (text += piece.toString()))
      stream.on('end', () => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), text })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  ends.push(() => server.close())
  const { port } = server.server.address() as AddressInfo
  return { port, received }
}

function mailerTo(port: number, user = '') {
  const mailer = createMailer(`smtp://${user}127.0.0.1:${port}`, 'Loggerhead <fleet@example.com>')
  ends.push(mailer.close)
  return mailer
}

test('mail arrives as plain text, with its sender and subject', async () => {
  const { port, received } = await startServer()
  await mailerTo(port).send({ to: 'anna@example.com', subject: 'Ready: Fahrt über Land', text: 'It is <b>ready</b>.\n' })
  expect(received).toHaveLength(1)
  const [mail] = received
  expect(mail?.to).toEqual(['anna@example.com'])
  expect(mail?.text).toMatch(/^From: Loggerhead <fleet@example.com>\r$/m)
  expect(mail?.text).toMatch(/^Content-Type: text\/plain/m)
  expect(mail?.text).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(mail?.text).toContain('It is <b>ready</b>.')
})

test('it signs in when the address says how', async () => {
  const { port, received } = await startServer()
  await mailerTo(port, 'loggerhead:p%40ss@').send({ to: 'anna@example.com', subject: 's', text: 't' })
  expect(received).toHaveLength(1)
  // Wrong credentials are the operator's to mend, so the mail is tried again later.
  const wrong = mailerTo(port, 'loggerhead:wrong@').send({ to: 'anna@example.com', subject: 's', text: 't' })
  await expect(wrong).rejects.not.toBeInstanceOf(MailRefused)
})

test('an address that is refused for ever is told from one that may be taken later', async () => {
  const gone = await startServer({ address: 'gone@example.com', code: 550 })
  const mail = { to: 'gone@example.com', subject: 's', text: 't' }
  await expect(mailerTo(gone.port).send(mail)).rejects.toBeInstanceOf(MailRefused)
  const later = await startServer({ address: 'gone@example.com', code: 450 })
  await expect(mailerTo(later.port).send(mail)).rejects.not.toBeInstanceOf(MailRefused)
})

test('an address cannot smuggle in another, or headers', async () => {
  const { port, received } = await startServer()
  const subject = 'hello\r\nBcc: eve@example.com'
  await mailerTo(port)
    .send({ to: 'anna@example.com, eve@example.com', subject, text: 't' })
    .catch(() => undefined)
  for (const { to, text } of received) {
    expect(to).not.toContain('eve@example.com')
    expect(text).not.toMatch(/^Bcc:/m)
  }
})
