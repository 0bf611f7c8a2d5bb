import { spawn } from 'node:child_process'
import { root } from './project.mjs'

/** What every program may know of our environment; secrets of other programs are not among it. */
const everywhere =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LC_\w+|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|CI|XDG_\w+|(https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR))$/i

/** For npm: where it keeps things and which registry it asks. */
export const npmNames = /^npm_config_/i
/** For the server and its command line: its settings, what its S3 and container libraries read, and where Python packages come from. */
export const serverNames = /^(LOGGERHEAD_\w+|AWS_\w+|DOCKER_\w+|CONTAINER_HOST|KUBERNETES_\w+|KUBECONFIG|PIP_INDEX_URL|PIP_CERT)$/

/** The part of our environment whose names are allowed everywhere or match one of `more`. */
export function environment(...more) {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => [everywhere, ...more].some((names) => names.test(name))),
  )
}

/**
 * Runs a program to its end with our terminal. Signals that end us are passed on. Resolves with its exit code,
 * 128 + n when signal n ended it.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: environment(), stdio: 'inherit', ...options })
    const forward = (signal) => child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    const settle = () => {
      for (const signal of signals) process.off(signal, forward)
    }
    child.on('error', (error) => {
      settle()
      reject(error)
    })
    child.on('exit', (code, signal) => {
      settle()
      resolve(code ?? 128 + (signalNumbers[signal] ?? 0))
    })
  })
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 }

/** Runs a program silently; its output is shown only when it fails. Resolves with { code, output }. */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: environment(), ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (data) => (output += data))
    child.stderr.on('data', (data) => (output += data))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
