import { deliverAssets } from '#server/content/media/assets/deliver-assets.ts'
import type { Model, Models } from '#server/content/models/find-models.ts'
import { asJson, type FindAssets, publishedJson } from '#server/content/projection/fill-leads.ts'
import type { ValueReference } from '#server/fields/field-kind.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import { readOnce, type TextRow } from '#server/platform/fast-reads/read-once.ts'
import { readTogether } from '#server/platform/fast-reads/read-together.ts'
import type { SqlStatement } from '#server/platform/fast-reads/statement.ts'
import type { Key, Member, Visitor } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import type { DocumentWords } from '#server/writing/documents/render/addresses.ts'
import type { Leads } from './cache-tags.ts'
import type { Space } from './kept/keep-spaces.ts'
import type { KeptTexts } from './kept/keep-texts.ts'
import { type Perspective, type Rows, rowsOf } from './perspective.ts'

export type Asker = Member | Key | Visitor

/** What a reading needs to know of the workspace, and how it asks; the model has the fields alone that the asker may read. */
export type Place = {
  space: Space
  models: Models
  model: Model
  mayUseRendered: boolean
  perspective: Perspective
  /** Another language stands in where the one that is asked for is not there. */
  fallsBack: boolean
  /** Entries of some models as they are read, in a language or (null) in each. */
  rowsOf(wanted: Model[], language: string | null): Rows
  /** One statement, in one round trip; what an index answers at once shares it with what others ask at that moment. */
  ask(statement: SqlStatement, options: { isQuick: boolean }): Promise<TextRow[]>
  inTransaction<T>(work: (tx: WorkspaceTx) => Promise<T>): Promise<T>
  /** What texts lead to, as it is named in them, from memory where it is there. */
  findLeads(ids: Leads, language: string): Promise<(kind: ValueReference['kind'], id: string) => string | undefined>
  /** Files of the library, to be asked for within `tx`. */
  assetsIn(tx: WorkspaceTx, language: string): FindAssets
  /** The few words that HTML of a text adds. */
  documentWords(language: string): DocumentWords
  /** Whether what was found so far holds for as long as nothing changes; signed addresses hold for some time alone. */
  isLasting(): boolean
}

type PlaceFacts = {
  platform: Platform
  texts: KeptTexts
  caller: Asker
  space: Space
  models: Models
  model: Model
  mayUseRendered: boolean
  perspective: Perspective
  fallsBack: boolean
  /** For whom answers are the same. */
  scope: string
}

/** Reads as a role that sees nothing but what is or was published, and drafts as the one that serves the team. */
export function openPlace({ platform, texts, caller, scope, ...known }: PlaceFacts): Place {
  const { reader, app } = platform
  const { workspaceId, domain } = caller
  const { space, models, perspective, fallsBack } = known
  const isPublished = perspective.kind === 'published'
  const database = perspective.kind === 'draft' ? app : reader
  let isLasting = isPublished
  const inTransaction: Place['inTransaction'] = (work) => inWorkspace(database, workspaceId, work, { isReading: true })
  const rowsIn: Place['rowsOf'] = (wanted, language) =>
    rowsOf(perspective, {
      workspaceId,
      language,
      languages: space.languages,
      fallbacks: space.fallbacks,
      models,
      wanted,
      fallsBack,
    })
  /** Those that are public, and for whoever shows who they are the others, by signed addresses. */
  const assetsIn =
    (tx: WorkspaceTx, language: string): FindAssets =>
    async (ids) => {
      if (ids.length === 0) return new Map()
      const found = await deliverAssets({ tx, platform, domain }, ids, language)
      const missing = ids.filter((id) => !found.has(id))
      if (caller.kind === 'visitor' || missing.length === 0) return found
      const read = (own: WorkspaceTx) => deliverAssets({ tx: own, platform, domain }, missing, language)
      const others = await inWorkspace(app, workspaceId, read, { isReading: true })
      if (others.size > 0) isLasting = false
      return new Map([...found, ...others])
    }
  const nameOf = (kind: string, id: string, language: string) =>
    [workspaceId, space.stamp, scope, kind, id, language, fallsBack].join('\n')

  async function findLeads(ids: Leads, language: string) {
    const found = new Map<string, string>()
    const keep = (kind: 'entry' | 'media', some: Map<string, string>) => {
      for (const [id, text] of some) found.set(id, text)
      if (!isLasting) return
      for (const id of ids[kind]) texts.leads.set(nameOf(kind, id, language), found.get(id) ?? '')
    }
    const isMissing = (kind: 'entry' | 'media') => (id: string) => {
      if (!isPublished) return true
      const kept = texts.leads.get(nameOf(kind, id, language))
      if (kept) found.set(id, kept)
      return kept === undefined
    }
    const missing = { entry: ids.entry.filter(isMissing('entry')), media: ids.media.filter(isMissing('media')) }
    if (missing.entry.length + missing.media.length > 0)
      await inTransaction(async (tx) => {
        keep(
          'entry',
          await publishedJson(tx, models, missing.entry, { language, from: rowsIn(models.there, language).from }),
        )
        keep('media', asJson(await assetsIn(tx, language)(missing.media)))
      })
    return (kind: ValueReference['kind'], id: string) =>
      kind === 'category' ? categoryIn(space, id, language) : found.get(id)
  }

  return {
    ...known,
    rowsOf: rowsIn,
    async ask(statement, { isQuick }) {
      if (isQuick) return readTogether(reader, workspaceId, statement)
      const [rows] = await readOnce(reader, workspaceId, [statement])
      return rows!
    },
    inTransaction,
    assetsIn,
    findLeads,
    documentWords: (language) => platform.reading.words(language).document,
    isLasting: () => isLasting,
  }
}

function categoryIn({ categories }: Space, named: string, language: string): string | undefined {
  const known = categories.written.get(language)?.get(named)
  if (known) return known
  const category = categories.byId.get(named)
  if (!category) return undefined
  const { id, slug, texts } = category
  const written = JSON.stringify({ id, slug, name: (texts[language] ?? Object.values(texts)[0]!).name })
  const inLanguage = categories.written.get(language) ?? new Map()
  categories.written.set(language, inLanguage.set(named, written))
  return written
}
