import type { FastifyReply } from 'fastify'
import * as contract from '#contract/files/resumable-uploads.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve, serveApart } from '#server/platform/http/serve.ts'
import { type ResumableUpload, uploadLife } from './queries.ts'
import { beginUpload, cancelUpload, openUpload, receivePart, refuseOtherVersion, tusVersion } from './receive.ts'

export function resumableUploadRoutes(app: App) {
  serveApart(app, contract.createResumableUpload, async ({ platform, caller, request, reply }) => {
    refuseOtherVersion(request.headers)
    const upload = await beginUpload(platform, caller, request.headers)
    say(reply, upload).header('Location', `${contract.createResumableUpload.path}/${upload.id}`)
    return shaped(upload)
  })
  // HEAD is answered like GET, without the body.
  serveApart(app, contract.showResumableUpload, async ({ caller, params, reply, inTransaction }) => {
    const upload = await inTransaction((tx) => openUpload(tx, params.id, caller), { isReading: true })
    say(reply, upload).header('Cache-Control', 'no-store')
    return shaped(upload)
  })
  serve(app, contract.cancelResumableUpload, async ({ tx, params, caller }) => {
    await cancelUpload(tx, params.id, caller)
    return {}
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The operation reads the bytes. It refuses other content types.
    scope.addContentTypeParser('application/offset+octet-stream', async () => undefined)
    serveApart(scope, contract.continueResumableUpload, async ({ platform, caller, params, request, reply }) => {
      const received = await receivePart(platform, caller, params.id, request)
      return reply.code(204).headers({ 'Tus-Resumable': tusVersion, 'Upload-Offset': received }).send()
    })
  })
}

const expiryOf = ({ createdAt }: ResumableUpload) =>
  new Date(new Date(createdAt).getTime() + uploadLife.hours * 3_600_000)

const say = (reply: FastifyReply, upload: ResumableUpload) =>
  reply.headers({
    ...{ 'Tus-Resumable': tusVersion, 'Upload-Offset': upload.received, 'Upload-Length': upload.bytes },
    'Upload-Expires': expiryOf(upload).toUTCString(),
  })

const shaped = (upload: ResumableUpload) => {
  const { id, name, mime, bytes, received } = upload
  return { id, name, mime, bytes, received, expiresAt: expiryOf(upload).toISOString() }
}
