import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SandboxError } from '../sandbox.ts'
import { ContainerClient } from './container-client.ts'

const usual = ['/var/run/docker.sock', '/run/podman/podman.sock']

/**
 * The engine of DOCKER_HOST or CONTAINER_HOST, or the first of the usual sockets that is there.
 * @throws SandboxError with a sentence that says what is missing and what to do
 */
export function findEngine(variables: Readonly<Record<string, string | undefined>>): ContainerClient {
  const named = variables.DOCKER_HOST ?? variables.CONTAINER_HOST
  if (named !== undefined && named !== '') {
    const path = /^unix:\/\/(\/.+)$/.exec(named)?.[1]
    if (path === undefined)
      throw new SandboxError(`${named} is no socket of this machine (unix:///...), and boxes need this machine's files`)
    if (!existsSync(path)) throw new SandboxError(`there is no socket ${path}: start Docker or Podman, or unset DOCKER_HOST`)
    return new ContainerClient(path)
  }
  const own = variables.XDG_RUNTIME_DIR === undefined ? [] : [join(variables.XDG_RUNTIME_DIR, 'podman', 'podman.sock')]
  const found = [...usual, ...own].find((path) => existsSync(path))
  if (found === undefined)
    throw new SandboxError(
      'there is no socket of Docker or Podman (Podman: systemctl enable --now podman.socket; elsewhere: set DOCKER_HOST=unix:///...)',
    )
  return new ContainerClient(found)
}
