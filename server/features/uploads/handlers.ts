import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/uploads.ts'
import type { Caller } from '#server/http/caller.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { Uploads } from './start-uploads.ts'
import { contextOf } from './upload-context.ts'

type Ours =
  | 'deviceUploadOptions'
  | 'createDeviceUpload'
  | 'deviceUploadOffset'
  | 'continueDeviceUpload'
  | 'abandonDeviceUpload'
  | 'overrideDeviceUpload'
  | 'uploadOptions'
  | 'createUpload'
  | 'uploadOffset'
  | 'continueUpload'
  | 'abandonUpload'
  | 'overrideUpload'

interface TusCall {
  readonly caller: Caller
  readonly params: { readonly uploadKey?: string }
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The same resumable upload for loggers and for people, each at its own address. */
export function uploadHandlers({ engine }: Uploads): HandlersOf<Ours> {
  const at = (path: string) => async (call: TusCall) => {
    const { caller, request, reply } = call
    // the engine writes the answer itself; the headers of every answer go with it
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    await engine.handle(request.raw, reply.raw, {
      context: caller.kind === 'anonymous' ? undefined : contextOf(caller),
      id: call.params.uploadKey,
      location: (id) => `${path}/${id}`,
    })
  }
  const device = at(contract.createDeviceUpload.path)
  const people = at(contract.createUpload.path)
  return {
    deviceUploadOptions: device,
    createDeviceUpload: device,
    deviceUploadOffset: device,
    continueDeviceUpload: device,
    abandonDeviceUpload: device,
    overrideDeviceUpload: device,
    uploadOptions: people,
    createUpload: people,
    uploadOffset: people,
    continueUpload: people,
    abandonUpload: people,
    overrideUpload: people,
  }
}
