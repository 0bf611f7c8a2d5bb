import { scriptZip } from '#server/sandbox/self-test/script-zip.ts'

/** What a scripted box does, step by step (sandbox/scripted-package.ts). */
export type Step =
  | { readonly out: string }
  | { readonly err: string }
  | { readonly progress: number }
  /** One line. */
  | { readonly file: string; readonly text: string }
  | { readonly wait: true }
  | { readonly exit: number }
  /** OOM_KILLED, TIMEOUT, PROCESSES, OUTPUT, LOST or a signal. */
  | { readonly end: string }

/** A script's package that does these steps in a scripted sandbox. */
export function scripted(...steps: readonly Step[]): Buffer {
  return scriptZip(steps.map((step) => `# scripted: ${wordsOf(step)}\n`).join(''))
}

function wordsOf(step: Step): string {
  if ('out' in step) return `line ${step.out}`
  if ('err' in step) return `err ${step.err}`
  if ('file' in step) return `file ${step.file} ${step.text}`
  if ('wait' in step) return 'wait'
  if ('progress' in step) return `progress ${step.progress}`
  if ('exit' in step) return `exit ${step.exit}`
  return `end ${step.end}`
}
