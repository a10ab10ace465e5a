import type { BodyOf } from '#contract/endpoint.ts'
import type { changeArticles as contract } from '#contract/knowledge-base/changes.ts'
import { showBatch } from '#server/bulk/batches/show-batches.ts'
import { countMatching, idsOrMatching, startBatch } from '#server/bulk/batches/start-batch.ts'
import { findMatching, type Matching } from '#server/knowledge-base/articles/list-articles.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { articleBatch } from './article-batch.ts'

type ChangesCall = { tx: WorkspaceTx; caller: Pick<Member, 'id'> }

export async function changeArticles({ tx, caller }: ChangesCall, { change, ids, query }: BodyOf<typeof contract>) {
  const subjectIds = await idsOrMatching(ids, (limit) => findMatching(tx, query!, { limit }))
  return showBatch(tx, await startBatch(tx, caller.id, { kind: articleBatch, input: change, subjectIds }))
}

export const countArticles = (tx: WorkspaceTx, query: Matching) =>
  countMatching((limit) => findMatching(tx, query, { limit }))
