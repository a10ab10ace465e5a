import type { EntryChange } from '#contract/content/changes.ts'
import type { DanglingLead } from '#contract/content/entries.ts'
import { type EntryCall, lockExternalIdsOf, modelFor, openById } from '#server/content/entries/entry-call.ts'
import { publicationOf } from '#server/content/entries/publication/publish.ts'
import { publish, trash, unpublish } from '#server/content/entries/publication/states.ts'
import { readEntry } from '#server/content/entries/show-entry.ts'
import { listIdsByExternalId, putByExternalId, putBySlug } from '#server/content/entries/writing/put-entry.ts'
import { changeEntry, createEntry } from '#server/content/entries/writing/write-entry.ts'
import { findModels } from '#server/content/models/find-models.ts'
import { lockExternalIds } from '#server/platform/database/locks/lock-external-id.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'

type ChangeResult = { id: string; isNew: boolean; dangling: DanglingLead[] }
type PutChange = Extract<EntryChange, { act: 'put' }>
type Problem = { index: number; code: string; status: number; detail: string; fields?: Record<string, string> }

/**
 * Changes entries of a model one by one in the transaction of the call. If a change is refused, still tries the others,
 * so that the answer lists all problems, but saves nothing.
 */
export async function changeTogether(call: EntryCall, model: string, changes: EntryChange[]) {
  const { id } = modelFor(call, await findModels(call.tx), model)
  await lockNamed(call, id, changes)
  const done: ChangeResult[] = []
  const problems: Problem[] = []
  for (const [index, change] of changes.entries()) {
    const outcome = await changeOne(call, model, change).catch(refusalIn)
    if (outcome instanceof Refusal) problems.push(problemOf(outcome, index))
    else done.push(outcome)
  }
  const [first] = problems
  if (first) throw new Refusal('changes-refused', { detail: sentenceFor(first, problems.length), shown: { problems } })
  return answerFor(call, done, publishedBy(changes, done))
}

// Prevents deadlocks by a fixed lock order: first slugs and external ids, then entries by id. Entries that are named by
// slug are locked later.
async function lockNamed({ tx }: EntryCall, modelId: string, changes: EntryChange[]) {
  const puts = changes.filter((change) => change.act === 'put')
  const slugs = puts.flatMap(({ slug, locale = '' }) => (slug === undefined ? [] : `${locale} ${slug}`))
  if (slugs.length > 0) await lockExternalIds(tx, `put into ${modelId}`, slugs)
  const given = changes.flatMap((change) => ('externalId' in change && change.externalId) || [])
  if (given.length > 0) await lockExternalIdsOf(tx, modelId, given)
  const known = await listIdsByExternalId(
    tx,
    modelId,
    puts.flatMap(({ externalId }) => externalId ?? []),
  )
  const ids = changes.flatMap((change) => ('id' in change ? [change.id] : []))
  for (const id of [...new Set([...ids, ...known])].toSorted()) await openById(tx, id)
}

/** Returns a refusal as a value. Other errors and outages end the whole call. */
function refusalIn(error: unknown): Refusal {
  if (error instanceof Refusal && error.status < 500) return error
  throw error
}

async function changeOne(call: EntryCall, model: string, change: EntryChange): Promise<ChangeResult> {
  if (change.act === 'create') return create(call, model, change)
  if (change.act === 'put') return put(call, model, change)
  const { id } = change
  const named = { model, id }
  if (change.act === 'publish') return { id, isNew: false, dangling: await publish(call, named, change) }
  if (change.act === 'change') await changeEntry(call, named, change)
  else if (change.act === 'unpublish') await unpublish(call, named, change)
  else await trash(call, named)
  return { id, isNew: false, dangling: [] }
}

async function create(
  call: EntryCall,
  model: string,
  { act: _, publish: isPublished, ...body }: Extract<EntryChange, { act: 'create' }>,
): Promise<ChangeResult> {
  const id = await createEntry(call, model, body)
  return { id, isNew: true, dangling: isPublished ? await publish(call, { model, id }, {}) : [] }
}

async function put(call: EntryCall, model: string, change: PutChange): Promise<ChangeResult> {
  const { act: _, externalId, slug, publish: isPublished, ...body } = change
  const { id, isNew } =
    slug === undefined
      ? await putByExternalId(call, model, externalId!, body)
      : await putBySlug(call, model, slug, body)
  const locale = body.locale ?? (await findLanguages(call.tx))[0]!
  return { id, isNew, dangling: isPublished ? await publish(call, { model, id }, { locale }) : [] }
}

function problemOf({ code, status, message, fields }: Refusal, index: number): Problem {
  return { index, code, status, detail: message, ...(fields && { fields }) }
}

function sentenceFor({ index, detail }: Problem, count: number) {
  const more = count > 1 ? ` ${count - 1} more are refused.` : ''
  return `Nothing was changed. Change ${index + 1}: ${detail}${more}`
}

function publishedBy(changes: EntryChange[], done: ChangeResult[]): Set<string> {
  const isPublication = (change: EntryChange) => change.act === 'publish' || ('publish' in change && change.publish)
  return new Set(done.filter((_, index) => isPublication(changes[index]!)).map(({ id }) => id))
}

/** Returns the results of all changes. Does not list references to entries that the same call published. */
async function answerFor({ tx }: EntryCall, done: ChangeResult[], published: ReadonlySet<string>) {
  const results = []
  for (const { id, isNew, dangling } of done) {
    const { entry, texts } = await readEntry(tx, id)
    const left = dangling.filter((entry) => !published.has(entry.id))
    const publication = publicationOf(texts)
    results.push({ id, isNew, revision: entry.revision, publication, ...(left.length > 0 && { dangling: left }) })
  }
  return { results }
}
