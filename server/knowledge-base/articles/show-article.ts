import { isUuid } from '#contract/uuid.ts'
import type { Document } from '#contract/writing/document.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import { findContents, findSizes } from '#server/files/keep-file.ts'
import { isEditor } from '#server/knowledge-base/categories/categories/show-categories.ts'
import { findFallback } from '#server/knowledge-base/categories/opening.ts'
import type { Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { referencesOf } from '#server/writing/documents/render/references-of.ts'
import { etagOf } from './editor-call.ts'
import {
  type ArticleState,
  findArticle,
  listArticlesById,
  listIdsIn,
  listIdsInOrder,
  listRelatedIds,
  listTitles,
} from './queries/articles.ts'
import { findIdBySlug, findPublished, listSlugs, type PublishedText } from './queries/published.ts'
import type { TextRow, TextState } from './queries/texts.ts'
import * as textQueries from './queries/texts.ts'
import { type RenderContext, renderFor, signedFiles } from './rendering/resolve-references.ts'
import { shapeEdited, shapeRead } from './shape-article.ts'

export type ReadCall = { tx: WorkspaceTx; caller: Caller; platform: Platform }

export async function showArticle(
  call: ReadCall,
  idOrSlug: string,
  language: string | undefined,
  findFiles: RenderContext['findFiles'],
) {
  if (isEditor(call.caller)) return showEdited(call, idOrSlug, language)
  return showRead(call, idOrSlug, language, findFiles)
}

export async function showEdited(call: ReadCall, idOrSlug: string, requested?: string) {
  const { tx } = call
  const language = requested ?? (await findLanguages(tx))[0]!
  const id = isUuid(idOrSlug) ? idOrSlug : await findIdBySlug(tx, language, idOrSlug)
  const [article, text] = id ? await Promise.all([findArticle(tx, id), textQueries.findText(tx, id, language)]) : []
  if (!article) throw new Refusal('article-not-found')
  if (!text) throw new Refusal('text-not-found')
  const [[row], html, files, namesakes, leads, failedPlan] = await Promise.all([
    shapeEdited(call, [article], language),
    renderFor(tx, readingOf(call, language), { id: article.id, document: text.document }),
    filesOf(call, text.document),
    textQueries.listNamesakes(tx, { articleId: article.id, language, title: text.title }),
    findLeads(tx, text),
    textQueries.findFailedPlan(tx, article.id, language),
  ])
  const { document, metaTitle, metaDescription, socialFileId, publishAt, unpublishAt } = text
  const texts = { document, html, metaTitle, metaDescription, socialImage: socialFileId, publishAt, unpublishAt }
  const socialImageUrl = socialFileId
    ? signFileUrl(call.platform, { workspaceId: call.caller.workspaceId!, fileId: socialFileId, use: 'image' })
    : null
  return {
    article: { ...row!, ...texts, socialImageUrl, files, namesakes, failedPlan, ...leads },
    etag: etagOf(article),
  }
}

/** Returns the title in the language, or else in another. Undefined if the article is missing or in the trash. */
export async function findTitle(tx: WorkspaceTx, id: string, language: string): Promise<string | undefined> {
  const article = await findArticle(tx, id)
  return article && !article.trashedAt ? ((await listTitles(tx, [id], language)).get(id) ?? '') : undefined
}

async function findLeads(tx: WorkspaceTx, { articleId, language, status, archivedTo, archivedPath }: TextState) {
  const related = await listRelatedIds(tx, articleId)
  const titles = await listTitles(tx, archivedTo ? [...related, archivedTo] : related, language)
  const named = (id: string) => ({ id, title: titles.get(id) ?? '' })
  const isLeading = status === 'archived' && (archivedTo ?? archivedPath) !== null
  return {
    related: related.map(named),
    leadsTo: isLeading ? { article: archivedTo ? named(archivedTo) : null, path: archivedPath } : null,
  }
}

/** Finds the draft of a text. Undefined if the text is missing or the article is in the trash. */
export async function findDraft(tx: WorkspaceTx, articleId: string, language: string) {
  const [article, text] = await Promise.all([findArticle(tx, articleId), textQueries.findText(tx, articleId, language)])
  return article && !article.trashedAt && text ? { article, text } : undefined
}

export const listDrafts = textQueries.listDraftRows
export type DraftToSearch = Awaited<ReturnType<typeof listDrafts>>[number]

export const findTextAt = textQueries.findExactRevision

export const listTextStates = (tx: WorkspaceTx, articleId: string) => textQueries.listTexts(tx, [articleId])

export async function findNext(tx: WorkspaceTx, { id, categoryId }: Pick<ArticleState, 'id' | 'categoryId'>) {
  const order = await listIdsIn(tx, categoryId)
  return order[order.indexOf(id) + 1] ?? null
}

export const isTrashed = async (tx: WorkspaceTx, articleId: string): Promise<boolean | undefined> => {
  const article = await findArticle(tx, articleId)
  return article && article.trashedAt !== null
}
export type Draft = NonNullable<Awaited<ReturnType<typeof findDraft>>>

export const listWholeIds = listIdsInOrder

export const listAddresses = async (tx: WorkspaceTx, ids: string[]) =>
  (await textQueries.listTexts(tx, ids)).map(({ articleId, language, slug }) => ({ articleId, language, slug }))

export const listPlaces = async (tx: WorkspaceTx, ids: string[]) =>
  (await listArticlesById(tx, ids)).map(({ id, categoryId }) => ({ id, categoryId }))

/** Reads an article with its text in each language: the live text, or else the draft. */
export async function readWhole(tx: WorkspaceTx, id: string) {
  const [article, rows, slugs] = await Promise.all([
    findArticle(tx, id),
    textQueries.listTexts(tx, [id]),
    listSlugs(tx, id),
  ])
  if (!article || article.trashedAt) return undefined
  const texts = await Promise.all(rows.map((row) => readText(tx, id, row)))
  return { article, texts: texts.filter((text) => text !== undefined), slugs }
}

// Reads the live text if its draft has changes. Otherwise reads the draft, which has no generated excerpt.
async function readText(tx: WorkspaceTx, id: string, row: TextRow) {
  const { language, status, liveVersion } = row
  const isLive = liveVersion !== null && status !== 'archived'
  const hasChanges = row.liveRevision !== row.revision
  const live = isLive && hasChanges ? await findPublished(tx, { kind: 'member' }, id, language) : undefined
  const text = live ?? (await textQueries.findText(tx, id, language))
  if (!text) return undefined
  const { title, slug, excerpt, document, metaTitle, metaDescription, socialFileId } = text
  return {
    ...{ language, title, slug, excerpt, document, metaTitle, metaDescription, socialFileId },
    status: isLive ? ('published' as const) : status,
    revision: live ? row.liveRevision! : row.revision,
  }
}
export const listSlugsOf = listSlugs

export const findFilesOfArticles = async (tx: WorkspaceTx, ids: string[]) =>
  findContents(tx, await textQueries.listArticleFiles(tx, ids))

export type WholeText = NonNullable<Awaited<ReturnType<typeof readText>>>

async function filesOf({ tx, caller, platform }: ReadCall, document: Document) {
  const { pictures, files } = referencesOf(document)
  const urlOf = (use: 'image' | 'download', id: string) =>
    signFileUrl(platform, { workspaceId: caller.workspaceId!, fileId: id, use })
  const found = [
    ...pictures.map(({ file }) => [file, urlOf('image', file)] as const),
    ...files.map(({ file }) => [file, urlOf('download', file)] as const),
  ]
  const sizes = await findSizes(tx, [...new Set(found.map(([id]) => id))])
  return [...new Map(found)].map(([id, url]) => ({ id, url, bytes: sizes.get(id) ?? 0 }))
}

async function showRead(
  call: ReadCall,
  idOrSlug: string,
  language: string | undefined,
  findFiles: RenderContext['findFiles'],
) {
  const found = await findRead(call.tx, call.caller, idOrSlug, language)
  if (!found) throw new Refusal('article-not-found')
  const { metaTitle, metaDescription, socialFileId, document } = found
  const reading = { ...readingOf(call, found.language), findFiles }
  const html = await renderFor(call.tx, reading, { id: found.articleId, document })
  const [row] = await shapeRead(call, [found])
  const article = { ...row!, document, html, metaTitle, metaDescription, socialImage: socialFileId }
  return { article, etag: `"${found.revision}"` }
}

/** Finds a published text in the language, or in the fallback language of the workspace. */
export async function findRead(
  tx: WorkspaceTx,
  reader: Reader,
  idOrSlug: string,
  requested?: string | null,
): Promise<PublishedText | undefined> {
  const [first] = await findLanguages(tx)
  const language = requested ?? first!
  const id = isUuid(idOrSlug) ? idOrSlug : await findIdBySlug(tx, language, idOrSlug)
  if (!id) return undefined
  const found = await findPublished(tx, reader, id, language)
  const fallback = found ? null : await findFallback(tx, language)
  return fallback ? findPublished(tx, reader, id, fallback) : found
}

export function readingOf({ caller, platform }: ReadCall, language: string): RenderContext {
  return {
    reader: caller,
    language,
    words: platform.reading.words(language).document,
    articleUrl: (slug) => `/knowledgebase/article/${encodeURIComponent(slug)}`,
    categoryUrl: (slug) => `/knowledgebase/category/${encodeURIComponent(slug)}`,
    findFiles: signedFiles(platform, caller.workspaceId!),
  }
}
