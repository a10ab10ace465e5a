import { type Document, documentLimits, type FlowNode, type Reference } from '#contract/writing/document.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import { findLinked, listInCategories } from '#server/knowledge-base/articles/queries/published.ts'
import { findFallback } from '#server/knowledge-base/categories/opening.ts'
import type { Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import type { DocumentWords, ReferenceResolver } from '#server/writing/documents/render/addresses.ts'
import { sectionAt } from '#server/writing/documents/render/outline.ts'
import { referencesOf } from '#server/writing/documents/render/references-of.ts'
import { renderAlone, toHtml } from '#server/writing/documents/render/to-html.ts'
import { toMarkdown } from '#server/writing/documents/render/to-markdown.ts'

export type RenderContext = {
  reader: Reader
  language: string
  /** The words that the renderer adds to the document, in the language of the document. */
  words: DocumentWords
  articleUrl(slug: string, language: string): string
  categoryUrl(slug: string, language: string): string
  /** Returns the URLs of the files that the reader may see. */
  findFiles(tx: WorkspaceTx, ids: string[]): Promise<FoundFiles>
}

export type FoundFiles = Pick<ReferenceResolver, 'picture' | 'file'>

/** Returns URLs that are signed and expire, for callers who may see every file. */
export const signedFiles = (platform: Platform, workspaceId: string): RenderContext['findFiles'] => {
  const urlOf = (use: 'image' | 'download', fileId: string) => signFileUrl(platform, { workspaceId, fileId, use })
  return async () => ({ picture: (file) => ({ src: urlOf('image', file) }), file: (file) => urlOf('download', file) })
}

export type OwnText = { id: string; document: Document }

/** Maximum depth of nested includes. */
const mostIncluded = 3

/** Renders a document. References that the reader may not follow look like missing references. */
export async function renderFor(tx: WorkspaceTx, context: RenderContext, { id, document }: OwnText): Promise<string> {
  return toHtml(document, await resolveReferences(tx, context, document, [id]))
}

export async function renderEachFor(tx: WorkspaceTx, context: RenderContext, blocks: FlowNode[]): Promise<string[]> {
  const addresses = await resolveReferences(tx, context, { type: 'doc', content: blocks }, [])
  return blocks.map((block) => renderAlone(block, addresses))
}

export async function writeMarkdownFor(
  tx: WorkspaceTx,
  context: RenderContext,
  { id, document }: OwnText,
): Promise<string> {
  return toMarkdown(document, await resolveReferences(tx, context, document, [id]))
}

/** Limit of characters of all includes in one rendering. Further includes are left out. */
const mostOfIncludes = 2_000_000
/** Limit of included parts in one rendering. */
const mostParts = 150

/** `parts`: HTML of included parts by depth and reference. `left`: characters that are still allowed. */
type Included = { left: number; parts: Map<string, string> }
export const nothingYet = (): Included => ({ left: mostOfIncludes, parts: new Map() })

// `including` contains the articles that include this document, outermost first, and the article of the document as the
// last one.
async function resolveReferences(
  tx: WorkspaceTx,
  context: RenderContext,
  document: Document,
  including: string[],
  all = nothingYet(),
): Promise<ReferenceResolver> {
  const { reader, language } = context
  const { references, pictures, files } = referencesOf(document)
  const ids = (kind: Reference['kind']) =>
    references.filter(({ reference }) => reference.kind === kind).map(({ reference }) => reference.id)
  const isIncluding = references.some(({ as }) => as === 'include') && including.length <= mostIncluded
  const targets = { articleIds: ids('article'), categoryIds: ids('category') }
  const linked = await findLinked(tx, reader, { ...targets, language, withDocuments: isIncluding })
  const fileIds = [...pictures, ...files].map(({ file }) => file)
  const found = await context.findFiles(tx, fileIds)
  const lists = await findLists(tx, reader, { language, document })
  const depth = including.length
  const nameOf = (reference: Reference) => `${depth} ${keyOf(reference)}`
  for (const { reference } of isIncluding ? includesIn(references) : []) {
    if (including.includes(reference.id) || all.parts.has(nameOf(reference)) || all.parts.size >= mostParts) continue
    const source = linked.articles.get(reference.id)?.document
    const part = source && partAt(source, reference)
    if (!part || all.left <= 0) continue
    const html = toHtml(part, await resolveReferences(tx, context, part, [...including, reference.id], all))
    if (spend(all, html)) all.parts.set(nameOf(reference), html)
  }
  return {
    link: (reference) => linkTo(context, linked, reference),
    entry: () => null,
    ...found,
    include: withinLimits(all, (reference) => {
      if (!isIncluding || including.includes(reference.id)) return null
      return all.parts.get(nameOf(reference)) ?? null
    }),
    list: ({ id }) =>
      lists
        .get(id)
        ?.map(({ slug, title, language: own }) => ({ href: context.articleUrl(slug, own), title, language: own })) ??
      null,
    words: context.words,
  }
}

const includesIn = (references: ReturnType<typeof referencesOf>['references']) =>
  references.filter(({ as }) => as === 'include').slice(0, documentLimits.includes)

function spend(all: Pick<Included, 'left'>, html: string): boolean {
  if (html.length > all.left) return false
  all.left -= html.length
  return true
}

/** Limits the number and the length of the includes of one document. */
export function withinLimits(
  all: Pick<Included, 'left'>,
  include: ReferenceResolver['include'],
): ReferenceResolver['include'] {
  let shown = 0
  return (reference) => {
    if (++shown > documentLimits.includes) return null
    const html = include(reference)
    return html !== null && spend(all, html) ? html : null
  }
}

export const keyOf = ({ id, anchor }: Reference) => `${id}#${anchor ?? ''}`

const partAt = (document: Document, { anchor }: Reference) => (anchor ? sectionAt(document, anchor) : document)

type Within = { language: string; document: Document }

export async function findLists(tx: WorkspaceTx, reader: Reader, { language, document }: Within) {
  const ids = referencesOf(document).references.flatMap(({ reference, as }) => (as === 'list' ? [reference.id] : []))
  if (ids.length === 0) return new Map<string, never>()
  return listInCategories(tx, reader, ids, language, await findFallback(tx, language))
}

/** Returns the included parts that the reader may read. The keys of the map are `keyOf(reference)`. */
export async function findIncluded(
  tx: WorkspaceTx,
  reader: Reader,
  { language, document }: Within,
): Promise<Map<string, Document>> {
  const included = referencesOf(document).references.flatMap(({ reference, as }) =>
    as === 'include' ? [reference] : [],
  )
  const articleIds = included.map(({ id }) => id)
  const { articles } = await findLinked(tx, reader, { articleIds, categoryIds: [], language, withDocuments: true })
  const parts = included.map((reference) => {
    const whole = articles.get(reference.id)?.document
    return [keyOf(reference), whole && partAt(whole, reference)] as const
  })
  return new Map(parts.flatMap(([key, part]) => (part ? [[key, part]] : [])))
}

type Linked = Awaited<ReturnType<typeof findLinked>>

function linkTo({ articleUrl, categoryUrl }: RenderContext, { articles, categories }: Linked, reference: Reference) {
  if (reference.kind === 'category') {
    const category = categories.get(reference.id)
    return category ? categoryUrl(category.slug, category.language) : null
  }
  const article = articles.get(reference.id)
  if (!article) return null
  const anchor = reference.anchor ? `#${encodeURIComponent(reference.anchor)}` : ''
  return articleUrl(article.slug, article.language) + anchor
}
