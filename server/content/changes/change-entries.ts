import { mostInBatch } from '#contract/bulk/batches.ts'
import type { changeEntries as contract, findEntryUses } from '#contract/content/changes.ts'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import { showBatch } from '#server/bulk/batches/show-batches.ts'
import { countMatching, idsOrMatching, startBatch } from '#server/bulk/batches/start-batch.ts'
import type { EntryCall } from '#server/content/entries/entry-call.ts'
import { findMatching, type Matching } from '#server/content/entries/list-entries.ts'
import { findModels, modelsSeen } from '#server/content/models/find-models.ts'
import { entryBatch } from './entry-batch.ts'
import { findUses, listLive } from './queries.ts'

export async function changeEntries(call: EntryCall, { change, ids, query }: BodyOf<typeof contract>) {
  const found = await idsOrMatching(ids, (limit) => findMatching(call, query!, limit))
  const isOfLive = change.act === 'unpublish' && found.length > 0 && found.length <= mostInBatch
  // Leaves out unpublished entries, so that the batch does not count them.
  const subjectIds = isOfLive ? await listLive(call.tx, found) : found
  const batch = await startBatch(call.tx, call.caller.id, { kind: entryBatch, input: change, subjectIds })
  return showBatch(call.tx, batch)
}

export async function findUsesOf(call: EntryCall, { ids, ...query }: QueryOf<typeof findEntryUses>) {
  const all = ids ?? (await findMatching(call, query, mostInBatch))
  return findUses(call.tx, all, modelsSeen(call, await findModels(call.tx)))
}

export const countEntries = (call: EntryCall, query: Matching) =>
  countMatching((limit) => findMatching(call, query, limit))
