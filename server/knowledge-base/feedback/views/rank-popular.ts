import { systemActor } from '#contract/events.ts'
import { recordPagesChanged } from '#server/knowledge-base/categories/spread-reach.ts'
import { listMostRead, listPopularIds, writePopular } from '#server/knowledge-base/feedback/queries/views.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

const mostRanked = 100

export async function rankPopular(tx: WorkspaceTx) {
  const [was, is] = [await listPopularIds(tx), await listMostRead(tx, mostRanked)]
  if (was.join() === is.join()) return
  await recordPagesChanged(tx, { actor: systemActor })
  await writePopular(tx, is)
}
