import { listBatches, showBatch } from '#contract/bulk/batches.ts'
import type { PageApi } from '#contract/pages.ts'

/** The result of a batch is shown for 15 minutes after its end. */
const shownMs = 15 * 60_000

/** Loads the viewer's last batch of this kind, if it still runs or ended a short time ago. */
export async function loadLastBatch(call: PageApi['call'], kind: string) {
  const { items } = await call(listBatches, { query: { kind, limit: 1 } })
  const shown = items.find(({ endedAt }) => endedAt === null || Date.parse(endedAt) > Date.now() - shownMs)
  return shown ? call(showBatch, { params: { id: shown.id } }) : null
}
