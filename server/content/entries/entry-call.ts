import { aboutEntry } from '#contract/events.ts'
import {
  collectionIn,
  findModels,
  limitModels,
  type Model,
  type ModelReader,
  type Models,
  modelIn,
  modelsSeen,
} from '#server/content/models/find-models.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import { type Snapshot, settleValues } from '#server/fields/values/settle-values.ts'
import { lockExternalIds } from '#server/platform/database/locks/lock-external-id.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { refuseStale } from '#server/platform/http/input/refuse-input.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { type EntryState, findEntry, listTexts, lockEntryRow, type TextState } from './queries/entries.ts'

/** `ifMatch` is the entity tag of a conditional change. */
export type EntryCall = {
  tx: WorkspaceTx
  caller: Pick<Member, 'id' | 'isAdmin' | 'key'>
  platform: Platform
  ifMatch?: string | undefined
}

export type Opened = { models: Models; model: Model; entry: EntryState; texts: TextState[]; languages: string[] }

type EntryName = { model: string; id: string }

/** Locks an entry of the model in the URL. Refuses an entry in the trash. */
export async function openEntry(call: EntryCall, named: EntryName, lock = lockEntryRow): Promise<Opened> {
  const opened = await openAnyEntry(call, named, lock)
  if (opened.entry.trashedAt) throw new Refusal('entry-in-trash')
  return opened
}

/** Locks an entry, even if the entry is in the trash. Refuses the call if `ifMatch` is not the current entity tag. */
export async function openAnyEntry(
  call: EntryCall,
  { model: pluralKey, id }: EntryName,
  lock = lockEntryRow,
): Promise<Opened> {
  const { tx, ifMatch } = call
  const [models, languages, entry] = await Promise.all([findModels(tx), findLanguages(tx), lock(tx, id)])
  const model = modelFor(call, models, pluralKey)
  if (entry?.modelId !== model.id) throw new Refusal('entry-not-found')
  refuseStale(ifMatch, etagOf(entry))
  return { models, model, entry, texts: await listTexts(tx, id), languages }
}

/** Locks an entry by its id. Returns undefined if the entry or its model does not exist. */
export async function openById(tx: WorkspaceTx, id: string): Promise<Opened | undefined> {
  const models = await findModels(tx)
  const entry = await lockEntryRow(tx, id)
  const model = entry && models.byId.get(entry.modelId)
  if (!model) return undefined
  return { models, model, entry, texts: await listTexts(tx, id), languages: await findLanguages(tx) }
}

/** Locks an entry by its id. Refuses an entry that the caller's API key may not use. */
export async function openKnown(call: Pick<EntryCall, 'tx' | 'caller'>, id: string): Promise<Opened> {
  const opened = await openById(call.tx, id)
  if (!opened) throw new Refusal('entry-not-found')
  modelFor(call, opened.models, opened.model.pluralKey)
  return opened
}

/** Returns an entry. Refuses an unknown id and an entry of another model than the model in the URL. */
export async function refuseUnknown(call: EntryCall, { model, id }: EntryName): Promise<EntryState> {
  const entry = await findEntry(call.tx, id)
  if (!entry || entry.modelId !== modelFor(call, await findModels(call.tx), model).id)
    throw new Refusal('entry-not-found')
  return entry
}

export async function refuseUnknownById(call: EntryCall, id: string) {
  const entry = await findEntry(call.tx, id)
  const models = await findModels(call.tx)
  const model = entry && models.byId.get(entry.modelId)
  if (!model) throw new Refusal('entry-not-found')
  modelFor(call, models, model.pluralKey)
}

/** Finds the model in the URL. Refuses a model that the caller's API key may not use. */
export const modelFor = ({ caller: { key } }: Pick<EntryCall, 'caller'>, models: Models, pluralKey: string): Model =>
  collectionIn(limitModels(models, key?.models ?? null), pluralKey)

export function asSeen(call: ModelReader, opened: Opened): Opened {
  const models = modelsSeen(call, opened.models)
  return { ...opened, models, model: modelIn(models, opened.model.id) }
}

export async function refuseNoEntry(tx: WorkspaceTx, id: string) {
  if (!(await findEntry(tx, id))) throw new Refusal('entry-not-found')
}

/** Returns the named language, else the first. Refuses all but the first if the model is not localized. */
export function languageFor(
  { model, languages }: Pick<Opened, 'model' | 'languages'>,
  wanted: string | undefined,
): string {
  const language = wanted ?? languages[0]!
  if (!languages.includes(language)) throw new Refusal('language-unknown')
  if (!model.localized && language !== languages[0])
    throw new Refusal('language-unknown', { detail: `${model.name} is not localized: write it in ${languages[0]}` })
  return language
}

export const snapshotOf = (
  { shared }: Pick<EntryState, 'shared'>,
  texts: Pick<TextState, 'language' | 'values'>[],
): Snapshot => ({
  shared,
  languages: Object.fromEntries(texts.map(({ language, values }) => [language, values])),
})

/** Returns the values of a snapshot in one language, adapted to the current fields of the model. The keys are slots. */
export const valuesIn = (
  { models, model, languages }: Pick<Opened, 'models' | 'model' | 'languages'>,
  snapshot: Snapshot,
  language: string,
): Values => settleValues(model.fields, snapshot, { language, first: languages[0]! }, models.components)

export const etagOf = ({ revision }: Pick<EntryState, 'revision'>) => `"${revision}"`

export const tellChanged = (tx: WorkspaceTx, id: string, by: By) =>
  record(tx, { type: 'entry.changed', subject: aboutEntry(id), by, audience: 'team' })

/** Whether a published text, or a value that all languages share, changed after the publication. */
export const hasChanges = (
  { sharedRevision }: Pick<EntryState, 'sharedRevision'>,
  { liveRevision, revision }: Pick<TextState, 'liveRevision' | 'revision'>,
): boolean => liveRevision !== null && Math.max(revision, sharedRevision) > liveRevision

/** Locks external ids. Call this before an entry gets one of these ids. */
export const lockExternalIdsOf = (tx: WorkspaceTx, modelId: string, externalIds: string[]) =>
  lockExternalIds(tx, `entry of ${modelId}`, externalIds)
