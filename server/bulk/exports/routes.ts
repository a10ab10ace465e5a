import * as contract from '#contract/bulk/exports.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { beginExport, cancelExport } from './begin-export.ts'
import type { AnyExportKind } from './export-kind.ts'
import { listExports, showExport, showRow } from './show-exports.ts'

export function exportRoutes(app: App, kinds: readonly AnyExportKind[]) {
  serve(app, contract.listExports, (call) => listExports(call.tx, call.query))
  serve(app, contract.beginExport, async (call) => showRow(call.tx, await beginExport(call, kinds, call.body)))
  serve(app, contract.showExport, (call) => showExport(call, call.params.id))
  serve(app, contract.cancelExport, async (call) => showRow(call.tx, await cancelExport(call, call.params.id)))
}
