import { mostInBatch } from '#contract/bulk/batches.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { changeArticles as contract } from '#contract/knowledge-base/changes.ts'
import { showBatch } from '#server/bulk/batches/show-batches.ts'
import { countUpToMost, startBatch } from '#server/bulk/batches/start-batch.ts'
import { findMatching, type Matching } from '#server/knowledge-base/articles/list-articles.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { articleBatch, canUndo } from './article-batch.ts'

type ChangesCall = { tx: WorkspaceTx; caller: Pick<Member, 'id'> }

export async function changeArticles({ tx, caller }: ChangesCall, { change, ids, query }: BodyOf<typeof contract>) {
  const subjectIds = ids ?? (await findMatching(tx, query!, { limit: mostInBatch + 1 }))
  const wanted = { kind: articleBatch, input: change, canUndo: canUndo(change), subjectIds }
  return showBatch(tx, await startBatch(tx, caller.id, wanted))
}

export async function countMatching(tx: WorkspaceTx, query: Matching) {
  const ids = await findMatching(tx, query, { limit: mostInBatch + 1 })
  return countUpToMost(ids)
}
