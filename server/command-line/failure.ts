/** What went wrong, in a sentence with its remedy; the program prints it and ends with the code. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly exitCode: number

  constructor(sentence: string, exitCode: number = exit.failed) {
    super(sentence)
    this.exitCode = exitCode
  }
}

/** How the program ends; `configuration` is EX_CONFIG of sysexits.h, `paused` what shells give for Control-C. */
export const exit = { done: 0, failed: 1, usage: 2, configuration: 78, paused: 130 } as const
