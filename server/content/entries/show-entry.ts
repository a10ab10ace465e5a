import type { EditedEntry, EntryLead } from '#contract/content/entries.ts'
import { isUuid } from '#contract/uuid.ts'
import { findMerged, type MergedCategories, resolveMerged } from '#server/content/categories/category-tree.ts'
import { deliverAssets, nameAssets } from '#server/content/media/assets/deliver-assets.ts'
import { collectionIn, findModels, mayPublish } from '#server/content/models/find-models.ts'
import { chainOf, findFallbacks } from '#server/content/projection/fallbacks.ts'
import { categoriesById, fillDraft } from '#server/content/projection/fill-references.ts'
import { renderEntry } from '#server/content/projection/render-entry.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import { ofNow, withoutFormerKeys } from '#server/fields/values/components.ts'
import { renderValues } from '#server/fields/values/render-values.ts'
import { usesOf } from '#server/fields/values/values-in-words.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { holdsScope } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import {
  asSeen,
  type EntryCall,
  etagOf,
  languageFor,
  modelFor,
  type Opened,
  snapshotOf,
  valuesIn,
} from './entry-call.ts'
import { findVisibleFaults } from './publication/publish.ts'
import { findEntry, findIdBySlug, listEntriesById, listTexts } from './queries/entries.ts'
import { shapeEntries, statusOf } from './shape-entries.ts'

export async function showEntry(
  call: EntryCall,
  id: string,
  locale: string | undefined,
): Promise<{ entry: EditedEntry; etag: string }> {
  const { tx, caller } = call
  const opened = await readEntry(tx, id)
  modelFor(call, opened.models, opened.model.pluralKey)
  const language = languageFor(opened, locale)
  const seen = asSeen(call, opened)
  const values = valuesIn(seen, snapshotOf(opened.entry, opened.texts), language)
  const [[row], merged, leads, { seen: problems }] = await Promise.all([
    shapeEntries(call, [opened.entry], { models: seen.models, language }),
    findMerged(tx),
    findReferences(call, seen, [values], language),
    findVisibleFaults(tx, opened, language, call),
  ])
  if (!row) throw new Refusal('entry-not-found')
  const entry = {
    ...{ ...row, language, leads, problems },
    fields: shownValues(seen, values, merged),
    canPublish: holdsScope(caller, 'content:publish') && mayPublish(opened.model, caller),
  }
  return { entry, etag: etagOf(opened.entry) }
}

export async function readEntry(tx: WorkspaceTx, id: string): Promise<Opened> {
  const [models, entry, texts, languages] = await Promise.all([
    ...([findModels(tx), findEntry(tx, id), listTexts(tx, id), findLanguages(tx)] as const),
  ])
  const model = entry && models.byId.get(entry.modelId)
  if (!model) throw new Refusal('entry-not-found')
  return { models, model, entry, texts, languages }
}

/**
 * Returns the values by field key, in the format that a write accepts. Merged categories are replaced by their targets.
 */
export function shownValues(
  { model, models }: Pick<Opened, 'model' | 'models'>,
  values: Values,
  merged: MergedCategories,
): Values {
  return renderValues(ofNow(model.fields), values, withoutFormerKeys(models.components), (kind, ids) => {
    if (kind !== 'category') return ids
    return Array.isArray(ids) ? resolveMerged(merged, ids) : (resolveMerged(merged, [ids])[0] ?? null)
  })
}

/** Returns the titles and other facts that the editor shows for references. Includes entries that are only drafts. */
export async function findReferences(
  { tx, platform }: Pick<EntryCall, 'tx' | 'platform'>,
  { model, models }: Pick<Opened, 'model' | 'models'>,
  all: Values[],
  language: string,
): Promise<EntryLead[]> {
  const uses = all.flatMap((values) => usesOf(model.fields, values, models.components))
  const idsOf = (wanted: string) => [...new Set(uses.filter(({ kind }) => kind === wanted).map(({ id }) => id))]
  const [entries, assets, categories] = await Promise.all([
    listEntriesById(tx, idsOf('entry')),
    nameAssets({ tx, platform }, idsOf('media')),
    categoriesById(tx, idsOf('category'), language),
  ])
  const rows = await shapeEntries({ tx, platform }, entries, { models, language })
  const bare = { model: null, status: null, picture: null, file: null }
  return [
    ...rows.map(({ id, title, status, picture, model: { key } }) => ({
      ...bare,
      ...{ id, kind: 'entry' as const, title, model: key, status, picture },
    })),
    ...[...assets.values()].map(({ id, title, picture, file }) => ({
      ...bare,
      ...{ id, kind: 'media' as const, title, picture, file },
    })),
    ...[...categories.values()].map(({ id, name }) => ({ ...bare, id, kind: 'category' as const, title: name })),
  ]
}

/** Renders the draft of an entry in delivery format, in the requested language or a fallback language. */
export async function renderDraft(
  { tx, platform, domain }: { tx: WorkspaceTx; platform: Platform; domain: string },
  seen: Opened,
  { locale, fallsBack = true }: { locale?: string | undefined; fallsBack?: boolean },
): Promise<string> {
  const language = languageFor(seen, locale)
  const fallbacks = await findFallbacks(tx)
  const chain = chainOf({ ...seen, fallbacks }, seen.model, language)
  // Editors see all languages, so any language can be the last fallback.
  const languages = [...new Set([...chain, ...seen.texts.map((text) => text.language), ...seen.languages])]
  const body = renderText(seen, fallsBack ? languages : [language])
  return fillDraft(tx, seen.models, body, {
    languages,
    findAssets: (ids) => deliverAssets({ tx, platform, domain }, ids, language),
  })
}

/** Renders the first text in the order of `languages`. References become placeholders that are filled later. */
function renderText(seen: Opened, languages: string[]): string {
  const { models, model, entry, texts } = seen
  const text = languages.flatMap((language) => texts.filter((own) => own.language === language))[0]
  if (!text) throw new Refusal('entry-not-found')
  return renderEntry(models, model, {
    id: entry.id,
    values: valuesIn(seen, snapshotOf(entry, texts), text.language),
    meta: {
      ...{ revision: entry.revision, locale: text.language, updatedAt: entry.updatedAt },
      ...{ publishedAt: text.publishedAt, firstPublishedAt: text.firstPublishedAt },
      ...{ locales: texts.map((one) => one.language), formerSlugs: text.formerSlugs },
      ...{ status: statusOf(entry, text), isLive: text.liveVersion !== null },
      ...{ publishAt: text.publishAt, unpublishAt: text.unpublishAt, externalId: entry.externalId },
    },
  })
}

export async function findDraftId(
  tx: WorkspaceTx,
  { model: pluralKey, id }: { model: string; id: string },
): Promise<string> {
  const model = collectionIn(await findModels(tx), pluralKey)
  const entry = isUuid(id) ? await findEntry(tx, id) : await findIdBySlug(tx, model.id, id)
  if (!entry || entry.modelId !== model.id || entry.trashedAt) throw new Refusal('entry-not-found')
  return entry.id
}
