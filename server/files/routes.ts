import multipart from '@fastify/multipart'
import type { FastifyReply } from 'fastify'
import * as contract from '#contract/files/files.ts'
import * as resumable from '#contract/files/resumable-uploads.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve, serveWithoutTransaction } from '#server/platform/http/serve.ts'
import { type ResumableUpload, uploadLife } from './resumable/queries.ts'
import {
  beginUpload,
  cancelUpload,
  openUpload,
  receivePart,
  refuseOtherVersion,
  tusVersion,
} from './resumable/receive.ts'
import { sendDownload, sendImage, sendPlayed } from './send-file.ts'
import { fetchPicture } from './uploads/fetch-picture.ts'
import { uploadFiles } from './uploads/upload-files.ts'

export function fileRoutes(app: App) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart)
    scope.addContentTypeParser('*', async () => undefined)
    serveWithoutTransaction(scope, contract.uploadFiles, async ({ platform, caller, request }) => ({
      items: await uploadFiles(platform, caller, request),
    }))
  })
  serveWithoutTransaction(app, contract.fetchPicture, ({ platform, caller, body }) =>
    fetchPicture(platform, caller, body.address),
  )
  resumableUploadRoutes(app)
  const onFilesHost = { config: { host: 'files' as const, counts: 'file' as const }, schema: { hide: true } }
  app.get('/download/:token', onFilesHost, (request, reply) => sendDownload(app.platform, request, reply))
  app.get('/image/:token', onFilesHost, (request, reply) => sendImage(app.platform, 'image', request, reply))
  app.get('/thumbnail/:token', onFilesHost, (request, reply) => sendImage(app.platform, 'thumbnail', request, reply))
  app.get('/play/:token', onFilesHost, (request, reply) => sendPlayed(app.platform, request, reply))
  app.get('/logo/:token', onFilesHost, (request, reply) => sendImage(app.platform, 'logo', request, reply))
}

function resumableUploadRoutes(app: App) {
  serveWithoutTransaction(app, resumable.createResumableUpload, async ({ platform, caller, request, reply }) => {
    refuseOtherVersion(request.headers)
    const upload = await beginUpload(platform, caller, request.headers)
    say(reply, upload).header('Location', `${resumable.createResumableUpload.path}/${upload.id}`)
    return shaped(upload)
  })
  serveWithoutTransaction(app, resumable.showResumableUpload, async ({ caller, params, reply, inTransaction }) => {
    const upload = await inTransaction((tx) => openUpload(tx, params.id, caller), { isReading: true })
    say(reply, upload).header('Cache-Control', 'no-store')
    return shaped(upload)
  })
  serve(app, resumable.cancelResumableUpload, ({ tx, params, caller }) => cancelUpload(tx, params.id, caller))
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/offset+octet-stream', async () => undefined)
    serveWithoutTransaction(
      scope,
      resumable.continueResumableUpload,
      async ({ platform, caller, params, request, reply }) => {
        const received = await receivePart(platform, caller, params.id, request)
        return reply.code(204).headers({ 'Tus-Resumable': tusVersion, 'Upload-Offset': received }).send()
      },
    )
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
