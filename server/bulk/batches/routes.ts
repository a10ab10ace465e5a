import * as contract from '#contract/bulk/batches.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { AnyBatchKind } from './batch-kind.ts'
import { cancelBatch, findBatch, listBatches, showBatch } from './show-batches.ts'
import { startUndo } from './start-batch.ts'

export function batchRoutes(app: App, kinds: readonly AnyBatchKind[]) {
  serve(app, contract.listBatches, (call) => listBatches(call, call.query))
  serve(app, contract.showBatch, async (call) => showBatch(call.tx, await findBatch(call, call.params.id)))
  serve(app, contract.cancelBatch, async (call) => showBatch(call.tx, await cancelBatch(call, call.params.id)))
  serve(app, contract.undoBatch, async (call) => {
    const { id } = await findBatch(call, call.params.id)
    return showBatch(call.tx, await startUndo({ ...call, platform: app.platform, kinds }, id))
  })
}
