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
  if (!process.stdin.isTTY)
    throw new Failure('There is no terminal to ask for a password on: use --password-stdin or --generate.', exit.usage)
  const first = await ask('New password: ', { hidden: true })
  if ((await ask('Again: ', { hidden: true })) !== first) throw new Failure('The two passwords differ.')
  return first
}

/** Asks on the terminal. Hidden answers are not shown. */
export async function ask(question: string, { hidden }: { hidden: boolean }): Promise<string> {
  const { stdin, stderr } = process
  // before the question, or a quick answer would be shown by the terminal itself
  stdin.setRawMode(true)
  stderr.write(question)
  try {
    return await answerOf(stdin, (answer) => (hidden ? undefined : void stderr.write(`\r\u001b[K${question}${answer}`)))
  } finally {
    stdin.setRawMode(false)
    stderr.write('\n')
  }
}

/** What was typed after the end of an answer belongs to the next question. */
const typedAhead: string[] = []

function answerOf(stdin: NodeJS.ReadStream, show: (answer: string) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const end = (settle: () => void): void => {
      stdin.off('data', take).off('end', finish).pause()
      settle()
    }
    const finish = (): void => end(() => resolve(answer))
    const take = (chunk: string): void => {
      typedAhead.push(...chunk)
      for (let key = typedAhead.shift(); key !== undefined; key = typedAhead.shift()) {
        if (key === '\r' || key === '\n' || key === '\u0004') return finish()
        if (key === '\u0003') return end(() => reject(new Failure('Cancelled.', exit.paused)))
        if (key === '\u007f' || key === '\b') answer = [...answer].slice(0, -1).join('')
        else if (key >= ' ') answer += key
        show(answer)
      }
    }
    stdin.setEncoding('utf8').on('data', take).on('end', finish).resume()
    take('')
  })
}
