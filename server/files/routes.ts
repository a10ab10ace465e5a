import multipart from '@fastify/multipart'
import * as contract from '#contract/files/files.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serveApart } from '#server/platform/http/serve.ts'
import { resumableUploadRoutes } from './resumable/routes.ts'
import { sendDownload, sendImage, sendPlayed } from './send-file.ts'
import { fetchPicture } from './uploads/fetch-picture.ts'
import { uploadFiles } from './uploads/upload-files.ts'

/** Uploads are on the API host; downloads and pictures are on the files host, with signed URLs. */
export function fileRoutes(app: App) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart)
    // The operation refuses other content types without reading the body.
    scope.addContentTypeParser('*', async () => undefined)
    serveApart(scope, contract.uploadFiles, async ({ platform, caller, request }) => ({
      items: await uploadFiles(platform, caller, request),
    }))
  })
  serveApart(app, contract.fetchPicture, ({ platform, caller, body }) => fetchPicture(platform, caller, body.address))
  resumableUploadRoutes(app)
  const onFilesHost = { config: { host: 'files' as const, counts: 'file' as const }, schema: { hide: true } }
  app.get('/download/:token', onFilesHost, (request, reply) => sendDownload(app.platform, request, reply))
  app.get('/image/:token', onFilesHost, (request, reply) => sendImage(app.platform, 'image', request, reply))
  app.get('/thumbnail/:token', onFilesHost, (request, reply) => sendImage(app.platform, 'thumbnail', request, reply))
  app.get('/play/:token', onFilesHost, (request, reply) => sendPlayed(app.platform, request, reply))
  app.get('/logo/:token', onFilesHost, (request, reply) => sendImage(app.platform, 'logo', request, reply))
}
