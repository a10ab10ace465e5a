import { deliverAssets } from '#server/content/media/assets/deliver-assets.ts'
import type { Model, Models } from '#server/content/models/find-models.ts'
import { asJson, type FindAssets, publishedJson } from '#server/content/projection/fill-references.ts'
import type { ValueReference } from '#server/fields/kinds/field-kind.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import { readOnce, readTogether, type TextRow } from '#server/platform/fast-reads/read-once.ts'
import type { SqlStatement } from '#server/platform/fast-reads/statement.ts'
import type { Key, Member, Visitor } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import type { DocumentWords } from '#server/writing/documents/render/addresses.ts'
import type { References } from './cache-tags.ts'
import type { ContentSpace } from './kept/keep-spaces.ts'
import type { KeptTexts } from './kept/keep-texts.ts'
import { type ContentRows, type Perspective, rowsOf } from './perspective.ts'

export type DeliveryCaller = Member | Key | Visitor

/** The workspace, models and query options of a read. `model` has only fields that the caller can read. */
export type DeliveryContext = ReadOptions & {
  /** Returns SQL for the rows of the `wanted` models. If `language` is null, an entry has one row per language. */
  rowsOf(wanted: Model[], language: string | null): ContentRows
  /** Runs one statement on published content. `isQuick` statements can share a round trip with other requests. */
  ask(statement: SqlStatement, options: { isQuick: boolean }): Promise<TextRow[]>
  inTransaction<T>(work: (tx: WorkspaceTx) => Promise<T>): Promise<T>
  /**
   * Returns a function that finds a referenced entry, file or category as JSON. Published references come from the
   * cache if possible.
   */
  findReferences(
    ids: References,
    language: string,
  ): Promise<(kind: ValueReference['kind'], id: string) => string | undefined>
  assetsIn(tx: WorkspaceTx, language: string): FindAssets
  documentWords(language: string): DocumentWords
  /**
   * Whether the answer can be cached until the published content changes. False for drafts, for past content, and for
   * signed URLs, which expire earlier.
   */
  isCacheable(): boolean
}

type ReadOptions = {
  space: ContentSpace
  models: Models
  model: Model
  mayUseRendered: boolean
  perspective: Perspective
  /** Whether another language is used if the requested language is missing. */
  fallsBack: boolean
}

type ContextFacts = ReadOptions & {
  platform: Platform
  texts: KeptTexts
  caller: DeliveryCaller
  scope: string
}

/** Opens a delivery context. Only drafts are read with the role of the team. The other role sees no drafts. */
export function openContext({ platform, texts, caller, scope, ...known }: ContextFacts): DeliveryContext {
  const { reader, app } = platform
  const { workspaceId, domain } = caller
  const { space, models, perspective, fallsBack } = known
  const isPublished = perspective.kind === 'published'
  const database = perspective.kind === 'draft' ? app : reader
  let isCacheable = isPublished
  const inTransaction: DeliveryContext['inTransaction'] = (work) =>
    inWorkspace(database, workspaceId, work, { isReading: true })
  const rowsIn: DeliveryContext['rowsOf'] = (wanted, language) =>
    rowsOf(perspective, { ...space, workspaceId, language, models, wanted, fallsBack })
  /** Finds files. Visitors get only public files. Other callers also get non-public files, with signed URLs. */
  const assetsIn =
    (tx: WorkspaceTx, language: string): FindAssets =>
    async (ids) => {
      if (ids.length === 0) return new Map()
      const found = await deliverAssets({ tx, platform, domain }, ids, language)
      const missing = ids.filter((id) => !found.has(id))
      if (caller.kind === 'visitor' || missing.length === 0) return found
      const read = (own: WorkspaceTx) => deliverAssets({ tx: own, platform, domain }, missing, language)
      const others = await inWorkspace(app, workspaceId, read, { isReading: true })
      if (others.size > 0) isCacheable = false
      return new Map([...found, ...others])
    }
  const nameOf = (kind: string, id: string, language: string) =>
    [workspaceId, space.stamp, scope, kind, id, language, fallsBack].join('\n')

  async function findReferences(ids: References, language: string) {
    const found = new Map<string, string>()
    const keep = (kind: 'entry' | 'media', some: Map<string, string>) => {
      for (const [id, text] of some) found.set(id, text)
      if (!isCacheable) return
      for (const id of ids[kind]) texts.references.set(nameOf(kind, id, language), found.get(id) ?? '')
    }
    const isMissing = (kind: 'entry' | 'media') => (id: string) => {
      if (!isPublished) return true
      const kept = texts.references.get(nameOf(kind, id, language))
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
    findReferences,
    documentWords: (language) => platform.reading.words(language).document,
    isCacheable: () => isCacheable,
  }
}

function categoryIn({ categories }: ContentSpace, named: string, language: string): string | undefined {
  const category = categories.byId.get(named)
  if (!category) return undefined
  const { id, slug, texts } = category
  return JSON.stringify({ id, slug, name: (texts[language] ?? Object.values(texts)[0]!).name })
}
