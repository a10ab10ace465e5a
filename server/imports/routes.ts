import * as contract from '#contract/imports.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { beginImport, cancelImport, executeImport } from './begin-import.ts'
import type { ImportKind } from './import-kind.ts'
import { findImport, listImports, listReport, showImport } from './show-imports.ts'

export function importRoutes(app: App, kinds: readonly ImportKind[]) {
  serve(app, contract.listImports, (call) => listImports(call.tx, call.query))
  serve(app, contract.beginImport, async (call) => showImport(call.tx, await beginImport(call, kinds, call.body)))
  serve(app, contract.showImport, async ({ tx, params }) => showImport(tx, await findImport(tx, params.id)))
  serve(app, contract.listImportItems, (call) => listReport(call.tx, call.params.id, call.query))
  serve(app, contract.executeImport, async (call) => showImport(call.tx, await executeImport(call, call.params.id)))
  serve(app, contract.cancelImport, async (call) => showImport(call.tx, await cancelImport(call, call.params.id)))
}
