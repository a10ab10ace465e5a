import type { EntryRow } from '#contract/content/entries.ts'
import { nameAssets } from '#server/content/media/assets/deliver-assets.ts'
import type { Model, Models } from '#server/content/models/find-models.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { isOutdated } from '#server/writing/text-life/text-state.ts'
import { type EntryCall, hasChanges } from './entry-call.ts'
import { type EntryState, listTextRows, type TextRow } from './queries/entries.ts'
import { listMediaOf } from './queries/uses.ts'

type ShownModels = { models: Models; language: string }

export async function shapeEntries(
  { tx, platform }: Pick<EntryCall, 'tx' | 'platform'>,
  entries: EntryState[],
  { models, language }: ShownModels,
): Promise<EntryRow[]> {
  const ids = entries.map(({ id }) => id)
  const people = entries.flatMap(({ ownerId, reviewerId, updatedBy }) => [ownerId, reviewerId, updatedBy])
  const [written, names, pictures, [first]] = await Promise.all([
    listTextRows(tx, ids),
    findMemberNames(tx, people),
    findPictures({ tx, platform }, ids, models),
    findLanguages(tx),
  ])
  const texts = Map.groupBy(written, ({ entryId }) => entryId)
  const person = (id: string | null) => (id ? { id, name: names.get(id) ?? '' } : null)
  return entries.flatMap((entry) => {
    const model = models.byId.get(entry.modelId)
    const own = texts.get(entry.id) ?? []
    const text = textFor(own, language, first!)
    if (!model || !text) return []
    return [
      {
        ...{ id: entry.id, model: modelOf(model), title: text.title, slug: text.slug, language: text.language },
        ...{
          status: statusOf(entry, text),
          languages: own.map((one) => shapeLanguage(entry, one, sourceOf(own, first!))),
        },
        ...{ owner: person(entry.ownerId), reviewer: person(entry.reviewerId), updatedBy: person(entry.updatedBy) },
        ...{ labels: entry.labels, revision: entry.revision, isTrashed: entry.trashedAt !== null },
        ...{ createdAt: entry.createdAt, updatedAt: entry.updatedAt, picture: pictures.get(entry.id) ?? null },
      },
    ]
  })
}

async function findPictures(
  { tx, platform }: Pick<EntryCall, 'tx' | 'platform'>,
  ids: string[],
  { hiddenSlots }: Models,
): Promise<Map<string, string>> {
  const uses = (await listMediaOf(tx, ids)).filter(({ slot }) => !hiddenSlots.has(slot))
  const assets = await nameAssets({ tx, platform }, [...new Set(uses.map(({ targetId }) => targetId))])
  return new Map(
    uses.flatMap(({ entryId, targetId }) => {
      const picture = assets.get(targetId)?.picture
      return picture ? [[entryId, picture] as const] : []
    }),
  )
}

export const textFor = <T extends Pick<TextRow, 'language'>>(
  texts: T[],
  language: string,
  first: string,
): T | undefined => texts.find((text) => text.language === language) ?? sourceOf(texts, first) ?? texts[0]

const sourceOf = <T extends Pick<TextRow, 'language'>>(texts: T[], first: string) =>
  texts.find(({ language }) => language === first)

const modelOf = ({ id, key, pluralKey, name, icon }: Model) => ({ id, key, pluralKey, name, icon })

export const statusOf = (entry: EntryState, text: TextRow) =>
  text.status === 'published' && hasChanges(entry, text) ? 'changed' : text.status

function shapeLanguage(entry: EntryState, text: TextRow, source: TextRow | undefined): EntryRow['languages'][number] {
  const { language, title, slug, publishAt, unpublishAt, publishedAt, updatedAt } = text
  return {
    ...{ language, title, slug, publishAt, unpublishAt, publishedAt, updatedAt },
    ...{ status: statusOf(entry, text), isLive: text.liveVersion !== null, isOutdated: isOutdated(text, source) },
  }
}
