import { text } from 'node:stream/consumers'
import { generatePassword, passwordLength } from '#server/features/sessions/passwords.ts'
import { Failure, exit } from './failure.ts'

export interface PasswordOptions {
  readonly generate?: boolean
  readonly passwordStdin?: boolean
}

/**
 * A new password: generated, from standard input, or typed twice. Never an argument, which other users of the machine
 * can read.
 */
export async function newPassword(options: PasswordOptions): Promise<{ password: string; generated: boolean }> {
  if (options.generate) return { password: generatePassword(), generated: true }
  const password = options.passwordStdin ? await passwordFromInput() : await typedTwice()
  if (password.length < passwordLength) throw new Failure(`The password must have at least ${passwordLength} characters.`)
  return { password, generated: false }
}

/** The first line of standard input. */
export async function passwordFromInput(): Promise<string> {
  return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? ''
}

async function typedTwice(): Promise<string> {
  if (!process.stdin.isTTY) throw new Failure('There is no terminal to ask for a password on: use --password-stdin or --generate.', exit.usage)
  const first = await ask('New password: ', { hidden: true })
  if ((await ask('Again: ', { hidden: true })) !== first) throw new Failure('The two passwords differ.')
  return first
}

/** Asks on the terminal. Hidden answers are not shown. */
export async function ask(question: string, { hidden }: { hidden: boolean }): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.resume()
  stdin.setEncoding('utf8')
  let answer = ''
  try {
    for await (const key of keys(stdin)) {
      if (key === '\r' || key === '\n' || key === '\u0004') return answer
      if (key === '\u0003') throw new Failure('Cancelled.', exit.paused)
      if (key === '\u007f' || key === '\b') answer = [...answer].slice(0, -1).join('')
      else if (key >= ' ') answer += key
      if (!hidden) stderr.write(`\r\u001b[K${question}${answer}`)
    }
    return answer
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    stderr.write('\n')
  }
}

/** Leaves the stream open for the next question. */
async function* keys(stdin: NodeJS.ReadStream): AsyncGenerator<string> {
  for await (const chunk of stdin.iterator({ destroyOnReturn: false })) yield* [...String(chunk)]
}
