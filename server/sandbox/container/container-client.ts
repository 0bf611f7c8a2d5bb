import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { SandboxError } from '../sandbox.ts'

/** The version of Docker's interface that Podman 4 and Docker 20.10 have. */
const version = '/v1.41'

/** What the engine says of itself. */
export interface EngineFacts {
  readonly name: 'docker' | 'podman'
  readonly version: string
  readonly rootless: boolean
}

const created = z.object({ Id: z.string() })
const listed = z.array(z.object({ Id: z.string(), Labels: z.record(z.string(), z.string()).nullish() }))
const inspected = z.object({ State: z.object({ OOMKilled: z.boolean().optional(), Error: z.string().optional() }) })
const versions = z.object({ Version: z.string(), Components: z.array(z.object({ Name: z.string() })).nullish() })
const informed = z.object({ SecurityOptions: z.array(z.string()).nullish() })

/** Docker's interface over a socket of this machine, as far as boxes need it; Podman speaks it too. */
export class ContainerClient {
  readonly #socketPath: string

  constructor(socketPath: string) {
    this.#socketPath = socketPath
  }

  async facts(): Promise<EngineFacts> {
    const said = versions.parse(await this.#json('GET', '/version'))
    const { SecurityOptions } = informed.parse(await this.#json('GET', '/info'))
    return {
      name: said.Components?.some(({ Name }) => Name.startsWith('Podman')) === true ? 'podman' : 'docker',
      version: said.Version,
      rootless: SecurityOptions?.some((option) => option.includes('rootless')) === true,
    }
  }

  async hasImage(name: string): Promise<boolean> {
    const response = await this.#send('GET', `/images/${encodeURIComponent(name)}/json`)
    response.resume()
    return response.statusCode === 200
  }

  /** Makes an image of a tar archive. */
  async importImage(repository: string, tag: string, tar: Buffer): Promise<void> {
    const query = new URLSearchParams({ fromSrc: '-', repo: repository, tag })
    await this.#text('POST', `/images/create?${query}`, tar, 'application/x-tar')
  }

  /** The new container's id. */
  async create(name: string, body: object): Promise<string> {
    return created.parse(await this.#json('POST', `/containers/create?${new URLSearchParams({ name })}`, body)).Id
  }

  /** Its streams, before it is started: nothing is missed. The caller tells output from errors (`readAttached`). */
  async attach(id: string): Promise<Duplex> {
    const query = new URLSearchParams({ stream: '1', stdin: '1', stdout: '1', stderr: '1' })
    const headers = { connection: 'Upgrade', upgrade: 'tcp' }
    return await new Promise((resolve, reject) => {
      const asked = request({
        socketPath: this.#socketPath,
        method: 'POST',
        path: `${version}/containers/${id}/attach?${query}`,
        headers,
      })
      asked.on('upgrade', (_response, socket, head) => {
        if (head.length > 0) socket.unshift(head)
        resolve(socket)
      })
      asked.on('response', (response) => void text(response).then((said) => reject(refusal(response, said)), reject))
      asked.on('error', (error) => reject(unreachable(error)))
      asked.end()
    })
  }

  async start(id: string): Promise<void> {
    await this.#text('POST', `/containers/${id}/start`)
  }

  /** Resolves when it has ended. */
  async wait(id: string): Promise<void> {
    await this.#text('POST', `/containers/${id}/wait`)
  }

  /** KILL; one that has ended already is fine. */
  async kill(id: string): Promise<void> {
    const response = await this.#send('POST', `/containers/${id}/kill?signal=KILL`)
    response.resume()
  }

  /** Whether the kernel killed something in it for want of memory. */
  async ranOutOfMemory(id: string): Promise<boolean> {
    const { State } = inspected.parse(await this.#json('GET', `/containers/${id}/json`))
    return State.OOMKilled === true
  }

  /** Ends and removes it; one that is gone already is fine. */
  async remove(id: string): Promise<void> {
    const response = await this.#send('DELETE', `/containers/${id}?force=1&v=1`)
    const said = await text(response)
    if (![200, 204, 404, 409].includes(response.statusCode ?? 0)) throw refusal(response, said)
  }

  /** Containers that carry a label, those that have ended too. */
  async labelled(label: string): Promise<{ id: string; labels: Readonly<Record<string, string>> }[]> {
    const query = new URLSearchParams({ all: '1', filters: JSON.stringify({ label: [label] }) })
    const found = listed.parse(await this.#json('GET', `/containers/json?${query}`))
    return found.map(({ Id, Labels }) => ({ id: Id, labels: Labels ?? {} }))
  }

  async #json(method: string, path: string, body?: object): Promise<unknown> {
    return JSON.parse(await this.#text(method, path, body && Buffer.from(JSON.stringify(body)), 'application/json')) as unknown
  }

  async #text(method: string, path: string, body?: Buffer, type?: string): Promise<string> {
    const response = await this.#send(method, path, body, type)
    const said = await text(response)
    const status = response.statusCode ?? 0
    if (status >= 300 && status !== 304) throw refusal(response, said)
    return said
  }

  async #send(method: string, path: string, body?: Buffer, type?: string): Promise<IncomingMessage> {
    const headers = body && type ? { 'content-type': type, 'content-length': body.length } : {}
    return await new Promise((resolve, reject) => {
      const asked = request({ socketPath: this.#socketPath, method, path: version + path, headers }, resolve)
      asked.on('error', (error) => reject(unreachable(error)))
      asked.end(body)
    })
  }
}

function refusal(response: IncomingMessage, said: string): SandboxError {
  const message = /"message": *"((?:[^"\\]|\\.)*)"/.exec(said)?.[1] ?? said
  return new SandboxError(`The container engine answered ${response.statusCode}: ${message.trim().slice(0, 500)}.`)
}

function unreachable(error: Error): SandboxError {
  return new SandboxError(`The container engine does not answer: ${error.message}.`)
}
