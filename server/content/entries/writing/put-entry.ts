import type { putEntryBySlug } from '#contract/content/put-entry.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { type EntryCall, languageFor, lockExternalIdsOf, modelFor } from '#server/content/entries/entry-call.ts'
import { listExternalIds } from '#server/content/entries/queries/entries.ts'
import { findHolder } from '#server/content/entries/unique-values/take-values.ts'
import { findModels, type Model, slugFieldOf } from '#server/content/models/find-models.ts'
import { fieldsByKey } from '#server/fields/values/components.ts'
import { uniqueIn } from '#server/fields/values/unique-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { invalid, takenRefusal } from './refuse-values.ts'
import { changeEntry, createNamed, type EntryName } from './write-entry.ts'

type Body = BodyOf<typeof putEntryBySlug>
type PutResult = { id: string; isNew: boolean }
type EntryLookup = { name: EntryName; find: () => Promise<string | undefined> }

export async function putBySlug(call: EntryCall, pluralKey: string, slug: string, body: Body): Promise<PutResult> {
  const { tx } = call
  const models = await findModels(tx)
  const model = modelFor(call, models, pluralKey)
  const field = slugFieldOf(model)
  if (!field) throw new Refusal('model-without-slug')
  const language = languageFor({ model, languages: await findLanguages(tx) }, body.locale)
  const fields = withSlug(model, field.key, slug, body.fields)
  const [place] = uniqueIn([field], { [field.slot]: slug }, language)
  const find = () => findHolder(tx, model.id, place!)
  const put = await putNamed(call, pluralKey, { name: { slug: place! }, find }, { ...body, fields })
  // `put` is null if another entry is still published with this slug, while the draft of that entry has a new slug.
  if (!put) throw takenRefusal(call, { models, model }, [{ slot: field.slot, title: '' }])
  return put
}

export async function putByExternalId(
  call: EntryCall,
  pluralKey: string,
  externalId: string,
  body: Body,
): Promise<PutResult> {
  const { id } = modelFor(call, await findModels(call.tx), pluralKey)
  await lockExternalIdsOf(call.tx, id, [externalId])
  const find = async () => (await listIdsByExternalId(call.tx, id, [externalId]))[0]
  return (await putNamed(call, pluralKey, { name: { externalId }, find }, body))!
}

export const listIdsByExternalId = async (tx: WorkspaceTx, modelId: string, externalIds: string[]) =>
  externalIds.length === 0 ? [] : (await listExternalIds(tx, modelId, externalIds)).map(({ id }) => id)

// Changes or creates an entry. If two calls create the same entry, the second waits and then changes it. Returns null
// if another entry is still published with the slug.
async function putNamed(
  call: EntryCall,
  pluralKey: string,
  { name, find }: EntryLookup,
  body: Body,
): Promise<PutResult | null> {
  const known = await find()
  if (!known) {
    if (call.ifMatch !== undefined) throw new Refusal('changed-meanwhile')
    const made = await createNamed(call, pluralKey, body, name)
    if (made) return { id: made, isNew: true }
  }
  const id = known ?? (await find())
  if (!id) return null
  await changeEntry(call, { model: pluralKey, id }, body)
  return { id, isNew: false }
}

/** Adds the slug of the URL to the fields. Refuses a different slug in the fields. */
function withSlug({ fields }: Model, key: string, slug: string, given: Body['fields']): Body['fields'] {
  const byKey = fieldsByKey(fields)
  const own = byKey.get(key)
  const said = Object.entries(given).find(([name]) => byKey.get(name) === own)
  if (said && said[1] !== slug) throw invalid({ [said[0]]: `The URL has the slug ${slug}` })
  return said ? given : { ...given, [key]: slug }
}
