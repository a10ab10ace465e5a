import { listBatches, showBatch } from '#contract/bulk/batches.ts'
import type { PageApi } from '#contract/pages.ts'

/** The page shows the result of a batch for 15 minutes after the end of the batch. */
const shownMs = 15 * 60_000

/**
 * Loads the viewer's last batch of this kind. Returns null if there is none, or if it ended more than 15 minutes ago.
 */
export async function loadLastBatch(call: PageApi['call'], kind: string) {
  const { items } = await call(listBatches, { query: { kind, limit: 1 } })
  const shown = items.find(({ endedAt }) => endedAt === null || Date.parse(endedAt) > Date.now() - shownMs)
  return shown ? call(showBatch, { params: { id: shown.id } }) : null
}
