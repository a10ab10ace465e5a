import { Readable } from 'node:stream'
import * as contract from '#contract/bulk/imports.ts'
import { mostImportBytes } from '#contract/files/resumable-uploads.ts'
import { storeFinishedUpload } from '#server/files/resumable/store-finished-upload.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve, serveWithoutTransaction } from '#server/platform/http/serve.ts'
import { beginImport, cancelImport, executeImport, readImportAgain, refuseImport } from './begin-import.ts'
import type { ImportKind } from './import-kind.ts'
import { findImport, listImports, listRemarks, listReport, showImport, writeReport } from './show-imports.ts'

export function importRoutes(app: App, kinds: readonly ImportKind[]) {
  serve(app, contract.listImports, (call) => listImports(call.tx, call.query))
  serveWithoutTransaction(
    app,
    contract.beginImport,
    async ({ platform, caller, body: { kind, ...given }, inTransaction }) => {
      if (given.upload) await inTransaction((tx) => refuseImport({ tx }, kinds, kind), { isReading: true })
      const file = given.upload
        ? (await storeFinishedUpload(platform, caller, given.upload, mostImportBytes)).id
        : given.file!
      return inTransaction(async (tx) => showImport(tx, await beginImport({ tx, caller }, kinds, { kind, file })))
    },
  )
  serve(app, contract.showImport, async ({ tx, params }) => showImport(tx, await findImport(tx, params.id)))
  serve(app, contract.listImportItems, (call) => listReport(call.tx, call.params.id, call.query))
  serve(app, contract.listImportRemarks, ({ tx, params }) => listRemarks(tx, params.id))
  serveWithoutTransaction(app, contract.exportImportReport, async ({ params, reply, inTransaction }) => {
    await inTransaction((tx) => findImport(tx, params.id), { isReading: true })
    reply.header('Content-Disposition', 'attachment; filename="import-report.csv"').header('Cache-Control', 'no-store')
    return reply.type('text/csv; charset=utf-8').send(Readable.from(writeReport(inTransaction, params.id)))
  })
  serve(app, contract.readImportAgain, async (call) => showImport(call.tx, await readImportAgain(call, call.params.id)))
  serve(app, contract.executeImport, async (call) => showImport(call.tx, await executeImport(call, call.params.id)))
  serve(app, contract.cancelImport, async (call) => showImport(call.tx, await cancelImport(call, call.params.id)))
}
