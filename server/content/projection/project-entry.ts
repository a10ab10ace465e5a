import type { Insertable } from 'kysely'
import type { ContentKeys, ContentPublished } from '#database/types.ts'
import { findMerged, type MergedCategories, resolveMerged } from '#server/content/categories/category-tree.ts'
import { findModels, type Model, type Models } from '#server/content/models/find-models.ts'
import { raiseContentRevision } from '#server/content/models/raise-revision.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import { isEmpty, isThere, rankedCell, slotsOf } from '#server/fields/values/components.ts'
import { settleValues } from '#server/fields/values/settle-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { chainOf, findFallbacks } from './fallbacks.ts'
import { findModelOf, insertRanks, type LiveText, listLive, listSlugs, replacePublished, takeSlug } from './queries.ts'
import { renderEntry, slugIn, stepOf, titleIn, wordsIn } from './render-entry.ts'

/**
 * Updates the published rows of an entry: one per language with a live text or a fallback. The caller must lock the
 * entry. Other entries that lose a former slug to the entry are rendered again.
 */
export async function projectEntry(tx: WorkspaceTx, entryId: string) {
  await raiseContentRevision(tx)
  for (const other of await projectOne(tx, entryId)) await projectOne(tx, other)
}

/** Updates the published rows of one entry. Returns the ids of the entries that lost a former slug to it. */
async function projectOne(tx: WorkspaceTx, entryId: string): Promise<string[]> {
  const models = await findModels(tx)
  const entry = await findModelOf(tx, entryId)
  const model = entry && models.byId.get(entry.modelId)
  if (!model) return []
  const live = await listLive(tx, entryId)
  const languages = await findLanguages(tx)
  const merged = await findMerged(tx)
  const known = { languages, fallbacks: await findFallbacks(tx) }
  const slugs = await listSlugs(tx, entryId)
  const rows = languages.flatMap((language) => {
    const text = sourceFor(live, chainOf(known, model, language))
    return text ? [rowOf({ models, model, entryId, live, slugs, first: languages[0]! }, language, text)] : []
  })
  await replacePublished(
    tx,
    entryId,
    rows.map(({ row }) => row),
    rows.flatMap(({ row, values }) => keysOf(model, row, { values, merged })),
  )
  if (rows.length > 0) await insertRanks(tx, entryId, ranksOf(model))
  const others: string[] = []
  for (const { row } of rows) {
    if (!row.slug || row.source !== row.language) continue
    const other = await takeSlug(tx, { modelId: model.id, language: row.language, slug: row.slug, entryId })
    if (other) others.push(other)
  }
  return others
}

const sourceFor = (live: LiveText[], chain: string[]) =>
  chain.map((one) => live.find((text) => text.language === one)).find(Boolean)

type Projection = {
  models: Models
  model: Model
  entryId: string
  live: LiveText[]
  slugs: { language: string; slug: string }[]
  first: string
}

function rowOf({ models, model, entryId, live, slugs, first }: Projection, language: string, text: LiveText) {
  const { snapshot, version, revision } = text
  const source = text.language
  const values = settleValues(model.fields, snapshot, { language: source, first }, models.components)
  const [publishedAt, firstPublishedAt] = [text.publishedAt, text.firstPublishedAt].map((time) =>
    new Date(time).toISOString(),
  )
  const locales = live.map((one) => one.language)
  const slug = slugIn(model, values)
  const formerSlugs = slugs.filter((one) => one.language === source && one.slug !== slug).map((one) => one.slug)
  const meta = {
    revision,
    locale: source,
    publishedAt: publishedAt!,
    firstPublishedAt: firstPublishedAt!,
    updatedAt: publishedAt!,
    locales,
    formerSlugs,
  }
  const row = {
    entryId,
    language,
    source,
    modelId: model.id,
    version,
    revision,
    locales,
    formerSlugs,
    slug,
    title: titleIn(model, values),
    words: wordsIn(model, values, models.components),
    body: renderEntry(models, model, { id: entryId, values, meta }),
    // `cells` also contains values of deleted fields, and the old values of fields whose kind changed.
    cells: JSON.stringify({ ...pick(model, { ...snapshot.shared, ...snapshot.languages[source] }), ...values }),
    step: stepOf(models, model),
    publishedAt: publishedAt!,
    firstPublishedAt: firstPublishedAt!,
    updatedAt: publishedAt!,
  } satisfies Insertable<ContentPublished>
  return { row, values }
}

/** Drops values of permanently deleted fields, which old versions can contain. */
function pick({ fields }: Model, values: Values): Values {
  const slots = new Set(fields.flatMap(slotsOf))
  return Object.fromEntries(Object.entries(values).filter(([slot]) => slots.has(slot)))
}

const ranksOf = ({ fields }: Model) =>
  fields.filter(isThere).flatMap((field) => {
    const cell = rankedCell(field)
    return cell ? [{ slot: field.slot, cell }] : []
  })

const mostOfKey = 200

function keysOf(
  model: Model,
  row: Pick<Insertable<ContentPublished>, 'entryId' | 'language' | 'publishedAt'>,
  { values, merged }: { values: Values; merged: MergedCategories },
): Insertable<ContentKeys>[] {
  return model.fields.filter(isThere).flatMap((field) => {
    const value = values[field.slot]
    if (isEmpty(value)) return []
    const found = ruleOf(field).keys?.(value) ?? []
    return (field.kind === 'category' ? resolveMerged(merged, found) : [...new Set(found)])
      .filter((key) => key.length <= mostOfKey)
      .map((key) => ({
        entryId: row.entryId,
        language: row.language,
        publishedAt: row.publishedAt,
        modelId: model.id,
        slot: field.slot,
        key,
      }))
  })
}
