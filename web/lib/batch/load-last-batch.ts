import { listBatches, showBatch } from '#contract/bulk/batches.ts'
import type { PageApi } from '#contract/pages.ts'

/** So long pages tell what became of a batch. */
const shownMs = 15 * 60_000

/** What whoever looks had changed last in batches of a kind, while it is at work and for a while afterwards. */
export async function loadLastBatch(call: PageApi['call'], kind: string) {
  const { items } = await call(listBatches, { query: { kind, limit: 1 } })
  const shown = items.find(({ endedAt }) => endedAt === null || Date.parse(endedAt) > Date.now() - shownMs)
  return shown ? call(showBatch, { params: { id: shown.id } }) : null
}
