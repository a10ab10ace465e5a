import type { changeEntry as changeContract, createEntry as createContract } from '#contract/content/entries.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { aboutEntry } from '#contract/events.ts'
import { isSame } from '#contract/is-same.ts'
import {
  type EntryCall,
  languageFor,
  lockExternalIdsOf,
  modelFor,
  type Opened,
  openEntry,
  snapshotOf,
  tellChanged,
  valuesIn,
} from '#server/content/entries/entry-call.ts'
import { storeFormerValues } from '#server/content/entries/queries/changes.ts'
import {
  deleteEntries,
  type EntryState,
  insertEntry,
  listExternalIds,
  listTexts,
  revisionAfter,
  type TextState,
  updateEntry,
  upsertText,
} from '#server/content/entries/queries/entries.ts'
import { replaceUses } from '#server/content/entries/queries/uses.ts'
import { findLastVersion } from '#server/content/entries/queries/versions.ts'
import {
  listTakenSlugs,
  type PlacedValue,
  reserveDraftValues,
} from '#server/content/entries/unique-values/take-values.ts'
import { writeEdit } from '#server/content/entries/versions/keep-version.ts'
import { findModels, holdModel, mayPublish, slugFieldOf, titleFieldOf } from '#server/content/models/find-models.ts'
import { slugIn, titleIn, wordsIn } from '#server/content/projection/render-entry.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import { isEmpty, isThere } from '#server/fields/values/components.ts'
import { type ChangedPlace, placesOf } from '#server/fields/values/parts/changed-places.ts'
import { writerFor } from '#server/fields/values/parts/keep-reserved.ts'
import { onlySlot, uniqueIn } from '#server/fields/values/unique-values.ts'
import { usesOf, wordsOf } from '#server/fields/values/values-in-words.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import { refuseWithout } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { findActiveMember } from '#server/workspace/team/find-members.ts'
import { freeSlug, isMadeOf, makeSlug, stemOf } from '#server/writing/text-life/slug.ts'
import { versionOfEdit } from '#server/writing/text-life/versions.ts'
import { mergeValues, refuseReservedChanges } from './merge-values.ts'
import { findProblems, invalid, readValues, takenRefusal } from './refuse-values.ts'

export const createEntry = async (
  call: EntryCall,
  pluralKey: string,
  body: BodyOf<typeof createContract>,
): Promise<string> => (await createNamed(call, pluralKey, body, {}))!

export type EntryName = { externalId?: string; slug?: PlacedValue }

/** Creates a draft in one language. Returns null and writes nothing if another entry has this slug or external id. */
export async function createNamed(
  call: EntryCall,
  pluralKey: string,
  body: BodyOf<typeof createContract>,
  name: EntryName,
): Promise<string | null> {
  const { tx, caller } = call
  const models = await findModels(tx)
  const model = modelFor(call, models, pluralKey)
  const languages = await findLanguages(tx)
  const language = languageFor({ model, languages }, body.locale)
  const defaults = Object.fromEntries(
    model.fields.filter((field) => isThere(field) && field.default != null).map((field) => [field.key, field.default]),
  )
  const given = await readValues({ ...call, caller: { ...caller, isAdmin: true } }, { models, model }, defaults)
  const written = await readValues(call, { models, model }, body.fields)
  const own = { fields: model.fields, given: written, before: given, now: given }
  const values = { ...given, ...refuseReservedChanges(writerFor(models.components, caller), own) }
  const { owner = caller.id, labels = [] } = body
  await refuseInactive(call, owner)
  return beginNamed(call, { models, model, languages }, { ownerId: owner, labels, language, values }, name)
}

type NewEntryValues = ValuesToWrite & { ownerId: string | null; labels: string[] }
type NewEntryModel = Pick<Opened, 'models' | 'model' | 'languages'>

export const beginEntry = async (call: EntryCall, of: NewEntryModel, begun: NewEntryValues): Promise<string> =>
  (await beginNamed(call, of, begun, {}))!

async function beginNamed(
  call: EntryCall,
  of: NewEntryModel,
  { ownerId, labels, ...writing }: NewEntryValues,
  { externalId, slug }: EntryName,
): Promise<string | null> {
  const { tx, caller } = call
  const entry = await insertEntry(tx, {
    // Writing the first values creates revision 1.
    ...{ revision: 0, sharedRevision: 0, knownFrom: 0 },
    ...{ modelId: of.model.id, ownerId, labels, createdBy: caller.id, updatedBy: caller.id },
    ...(externalId !== undefined && { externalId }),
  })
  if (!entry) return null
  await takeOnlyPlace(call, { model: of.model, entry })
  if (slug && (await reserveDraftValues(tx, { modelId: of.model.id, entryId: entry.id }, [slug])).length > 0) {
    await deleteEntries(tx, [entry.id])
    return null
  }
  const about = { subject: aboutEntry(entry.id), by: byMember(caller), audience: 'team' } as const
  await record(tx, { type: 'entry.created', ...about, new: { language: writing.language } })
  await writeValues(call, { ...of, entry, texts: [] }, writing)
  return entry.id
}

type Change = BodyOf<typeof changeContract>

/** Changes values in one language and properties of the entry. Merges changes by others after revision `base`. */
export async function changeEntry(call: EntryCall, named: { model: string; id: string }, body: Change) {
  const opened = await openEntry(call, named)
  const language = languageFor(opened, body.locale)
  const theirs = valuesIn(opened, snapshotOf(opened.entry, opened.texts), language)
  const given = await readValues(call, opened, body.fields, theirs)
  await changeKept(call, opened, body)
  if (!isOfText(body)) return
  const { base = opened.entry.revision } = body
  const values = await mergeValues(call.tx, {
    entry: opened.entry,
    fields: opened.model.fields,
    language,
    theirs,
    yours: given,
    base,
    writer: writerFor(opened.models.components, call.caller),
  })
  await writeValues(call, opened, { language, values })
}

// Whether a change writes a text. A change of only the owner, the labels or the external id does not write a text.
const isOfText = ({ fields, locale, owner, labels, externalId }: Change) =>
  Object.keys(fields).length > 0 ||
  (locale !== undefined && owner === undefined && labels === undefined && externalId === undefined)

async function changeKept(call: EntryCall, opened: Opened, { owner, labels, externalId }: Change) {
  const { entry } = opened
  const changes = {
    ...(externalId !== undefined && externalId !== entry.externalId && { externalId }),
    ...(owner !== undefined && owner !== entry.ownerId && { ownerId: owner }),
    ...(labels !== undefined && !isSame(labels, entry.labels) && { labels }),
  }
  if (Object.keys(changes).length === 0) return
  await refuseInactive(call, changes.ownerId ?? null)
  if (changes.externalId != null) await refuseTakenId(call, opened, changes.externalId)
  opened.entry = await updateEntry(call.tx, entry, { ...changes, updatedBy: call.caller.id })
  await tellChanged(call.tx, entry.id, byMember(call.caller))
}

async function refuseTakenId({ tx }: EntryCall, { model }: Opened, externalId: string) {
  await lockExternalIdsOf(tx, model.id, [externalId])
  if ((await listExternalIds(tx, model.id, [externalId])).length === 0) return
  const detail = 'Another entry has this external id'
  throw new Refusal('value-taken', { detail, fields: { externalId: detail } })
}

type ResponsibleMembers = { ownerId?: string; reviewerId?: string | null }

export async function setResponsibleMembers(
  call: EntryCall,
  named: { model: string; id: string },
  keepers: ResponsibleMembers,
) {
  const { entry } = await openEntry(call, named)
  await updateEntry(call.tx, entry, keepers)
  await tellChanged(call.tx, entry.id, byMember(call.caller))
}

async function refuseInactive({ tx }: EntryCall, id: string | null) {
  if (id && !(await findActiveMember(tx, id))) throw new Refusal('owner-not-active')
}

type ValuesToWrite = {
  language: string
  values: Values
  /** Keys of fields that this write does not check. */
  excused?: readonly string[]
}

/**
 * Writes the values of one language, and everything that is derived from them, such as title, slug, references and
 * versions. `values` are by slot. The caller has locked the entry.
 */
export async function writeValues(call: EntryCall, found: Opened, writing: ValuesToWrite): Promise<EntryState> {
  const { language, values, excused = [] } = writing
  const { tx, caller } = call
  const [held, last] = await Promise.all([holdModel(tx, found), findLastVersion(tx, found.entry.id)])
  const opened = { ...found, ...held }
  const { model, entry, texts } = opened
  const current = texts.find((text) => text.language === language)
  const before = valuesIn(opened, snapshotOf(entry, texts), language)
  const slugged = await withSlug(call, opened, { language, values, before })
  const changed = Object.keys(slugged).filter((slot) => !isSame(before[slot], slugged[slot]))
  if (changed.length === 0 && current) return entry
  const places = placesOf({
    ...{ fields: model.fields, components: opened.models.components, snapshot: snapshotOf(entry, texts) },
    ...{ first: opened.languages[0]!, language, changed, before, values: slugged },
  })
  const [common, own] = [places.filter((one) => one.language === ''), places.filter((one) => one.language !== '')]
  refuseReservedPlan(
    call,
    opened,
    texts.filter((text) => text === current || common.length > 0),
  )
  const shared = { ...entry.shared, ...keptAt(common) }
  const text = { language, values: { ...current?.values, ...keptAt(own) } }
  const next = {
    ...opened,
    entry: { ...entry, shared },
    texts: [...texts.filter((one) => one.language !== language), { ...current, ...text } as TextState],
  }
  const title = titleIn(model, valuesIn(next, snapshotOf(next.entry, next.texts), language))
  const by = caller.id
  const version = versionOfEdit(entry.lastVersion, last, by)
  const languages = [...new Set([...(version.isNew ? [] : last!.languages), language])]
  const revision = revisionAfter(entry)
  const isOwn = own.length > 0 || !current
  const [updated] = await Promise.all([
    updateEntry(tx, entry, {
      ...(common.length > 0 && { shared: JSON.stringify(shared), sharedRevision: revision }),
      ...(version.isNew && { lastVersion: version.number }),
      updatedBy: by,
    }),
    writeTexts(call, next, {
      language,
      revision: isOwn ? revision : current!.revision,
      ...{ isCommon: common.length > 0, excused },
      // In a new language all values count as changed.
      changed: current ? new Set(changed) : null,
    }),
    writeEdit(tx, next, { ...version, languages, title, by }),
    storeFormerValues(tx, {
      entryId: entry.id,
      revision,
      changes: places.map((place) => ({ slot: place.slot, language: place.language, before: place.before })),
    }),
  ])
  // The event is recorded after the writes, because its listeners read the new values.
  await tellChanged(tx, entry.id, byMember(caller))
  return updated
}

// While a publication is scheduled, refuses changes by a member who is not allowed to publish, because the schedule
// publishes the current draft.
function refuseReservedPlan({ caller }: EntryCall, { model }: Opened, texts: TextState[]) {
  if (texts.every(({ publishAt }) => publishAt === null)) return
  refuseWithout(caller, 'content:publish')
  if (!mayPublish(model, caller)) throw new Refusal('publishing-reserved', { detail: plannedByOthers })
}

const plannedByOthers =
  'A publication is scheduled, so only members who may publish can change this text. Ask one of them to change it or to cancel the schedule.'

const keptAt = (places: ChangedPlace[]): Values => Object.fromEntries(places.map(({ name, value }) => [name, value]))

type WrittenTexts = {
  language: string
  revision: number
  isCommon: boolean
  changed: Set<string> | null
  excused: readonly string[]
}

// Writes the text of one language. If values that all languages share changed, also writes the texts of the other
// languages.
async function writeTexts(call: EntryCall, opened: Opened, written: WrittenTexts) {
  const { language, revision, isCommon, changed, excused } = written
  const { tx, caller } = call
  const { model, models, entry, texts } = opened
  for (const text of texts.filter((one) => one.language === language || isCommon)) {
    const values = valuesIn(opened, snapshotOf(entry, texts), text.language)
    const { model: of } = opened
    const asked = { ...opened, model: { ...of, fields: of.fields.filter(({ key }) => !excused.includes(key)) } }
    const problems = findProblems(asked, values, 'always')
    if (Object.keys(problems).length > 0 && text.language === language) throw invalid(problems)
    await takeUnique(call, opened, { language: text.language, values, changed })
    const words = wordsIn(model, values, models.components)
    const derived = { title: titleIn(model, values), slug: slugIn(model, values), words }
    const isOwn = text.language === language
    const uses = usesOf(model.fields, values, models.components)
    await Promise.all([
      upsertText(tx, {
        ...{ entryId: entry.id, language: text.language, values: JSON.stringify(text.values), ...derived },
        revision: isOwn ? revision : text.revision,
        updatedBy: isOwn ? caller.id : text.updatedBy,
      }),
      replaceUses(tx, { entryId: entry.id, language: text.language, isLive: false }, uses.map(toUse)),
    ])
  }
}

export const toUse = ({ kind, id, field, way }: ReturnType<typeof usesOf>[number]) => ({
  ...{ kind, targetId: id, slot: field.slot, way },
  restricts: 'onDelete' in field && field.onDelete === 'restrict',
})

type UniqueCheck = { language: string; values: Values; changed: Set<string> | null }

/** Reserves the unique values and slugs of changed fields. `changed` is null for all fields. */
async function takeUnique(call: EntryCall, opened: Opened, { language, values, changed }: UniqueCheck) {
  const { model, entry } = opened
  const fields = model.fields.filter(({ slot }) => changed?.has(slot) ?? true)
  const unique = uniqueIn(fields, values, language)
  const taken = await reserveDraftValues(call.tx, { modelId: model.id, entryId: entry.id }, unique)
  if (taken.length > 0) throw takenRefusal(call, opened, taken)
}

type SlugInput = { language: string; values: Values; before: Values }

// If nobody wrote a slug, makes it from the title or from the field that the slug field names. Until the first
// publication, the slug follows changes of that field.
async function withSlug({ tx }: EntryCall, opened: Opened, { language, values, before }: SlugInput): Promise<Values> {
  const { model, entry, texts } = opened
  const field = slugFieldOf(model)
  if (!field || values[field.slot]) return values
  const source = model.fields.find(({ id }) => id === field.from) ?? titleFieldOf(model)
  const wasPublished = texts.some(
    (text) => text.publishedAt !== null && (!field.localized || text.language === language),
  )
  const isFree = isEmpty(before[field.slot]) || field.slot in values
  if (!source || (!isFree && wasPublished)) return values
  const title = wordsOf(source, values[source.slot] ?? before[source.slot])
  if (
    title === '' ||
    (!isFree && !isMadeOf(String(before[field.slot]), wordsOf(source, before[source.slot]), language))
  )
    return values
  const slug = await makeSlug(tx, title, language)
  const place = { modelId: model.id, language: field.localized ? language : '', stem: stemOf(slug), own: entry.id }
  return { ...values, [field.slot]: freeSlug(slug, await listTakenSlugs(tx, field.slot, place)) }
}

/** Registers an entry as the only entry of a single-entry model. Refuses a second entry. */
async function takeOnlyPlace({ tx }: EntryCall, { model, entry }: Pick<Opened, 'model' | 'entry'>) {
  if (model.kind !== 'single') return
  const place = { slot: onlySlot, language: '', value: onlySlot }
  const taken = await reserveDraftValues(tx, { modelId: model.id, entryId: entry.id }, [place])
  if (taken.length > 0) throw new Refusal('entry-exists')
}

/**
 * Reserves the unique values of a restored entry and records its references again. Returns the new state of the entry.
 */
export async function takeAgain(call: EntryCall, found: Opened): Promise<EntryState> {
  const { tx } = call
  let opened: Opened = { ...found, ...(await holdModel(tx, found)) }
  await takeOnlyPlace(call, opened)
  for (const { language } of found.texts) opened = await withFreeSlug(call, opened, language)
  const { model, models, entry, texts } = opened
  for (const { language } of texts) {
    const values = valuesIn(opened, snapshotOf(entry, texts), language)
    await takeUnique(call, opened, { language, values, changed: null })
    const uses = usesOf(model.fields, values, models.components)
    await replaceUses(tx, { entryId: entry.id, language, isLive: false }, uses.map(toUse))
  }
  return entry
}

/** Adds a number to the slug of a restored entry if another entry has the slug by now. */
async function withFreeSlug(call: EntryCall, opened: Opened, language: string): Promise<Opened> {
  const { model, entry, texts } = opened
  const field = slugFieldOf(model)
  const slug = field && valuesIn(opened, snapshotOf(entry, texts), language)[field.slot]
  if (!field || typeof slug !== 'string') return opened
  const place = { modelId: model.id, language: field.localized ? language : '', stem: stemOf(slug), own: entry.id }
  const free = freeSlug(slug, await listTakenSlugs(call.tx, field.slot, place))
  if (free === slug) return opened
  // This write changes only the slug, so invalid values in all fields are accepted until the next edit.
  const excused = model.fields.map(({ key }) => key)
  const kept = await writeValues(call, opened, { language, values: { [field.slot]: free }, excused })
  return { ...opened, entry: kept, texts: await listTexts(call.tx, kept.id) }
}
