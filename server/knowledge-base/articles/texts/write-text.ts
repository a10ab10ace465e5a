import { isSame } from '#contract/is-same.ts'
import { mergeDocuments } from '#contract/writing/merging/merge-documents.ts'
import { keepUpload, shareBytes } from '#server/files/keep-file.ts'
import { type EditorCall, tellChanged } from '#server/knowledge-base/articles/editor-call.ts'
import { type ArticleState, revisionAfter, updateArticle } from '#server/knowledge-base/articles/queries/articles.ts'
import type { TextState } from '#server/knowledge-base/articles/queries/texts.ts'
import * as queries from '#server/knowledge-base/articles/queries/texts.ts'
import { findLastVersion } from '#server/knowledge-base/articles/queries/versions.ts'
import { writeEdit } from '#server/knowledge-base/articles/versions/keep-version.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember } from '#server/platform/events/record.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { spellings } from '#server/search/words/fold.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import { freeSlug, isMadeOf, makeSlug, stemOf } from '#server/writing/text-life/slug.ts'
import { type EditVersion, versionOfEdit } from '#server/writing/text-life/versions.ts'
import { type ArticleText, deriveText, emptyDocument, filesIn } from './article-text.ts'
import { refuseCircle } from './refuse-circle.ts'

type TextChanges = { [K in keyof ArticleText]?: ArticleText[K] | undefined }
type Writing = { language: string; changes: TextChanges; base?: number | undefined }

/** Writes the draft of a locked article. Changes by others since `base` are merged, and conflicts are refused. */
export async function writeText(call: EditorCall, article: ArticleState, writing: Writing): Promise<ArticleState> {
  const { tx } = call
  const { language } = writing
  const [current, last] = await Promise.all([
    queries.findText(tx, article.id, language),
    findLastVersion(tx, article.id, language),
  ])
  const text = await textAfter(tx, article.id, current, writing)
  if (current && isSame(textOf(current), text)) return article
  const version = versionOfEdit(article.lastVersion, last, call.caller.id)
  return keepText(call, article, language, text, !current, version)
}

async function keepText(
  call: EditorCall,
  article: ArticleState,
  language: string,
  text: ArticleText,
  isNew: boolean,
  version: EditVersion,
) {
  const { tx, caller } = call
  await refuseCircle(tx, article.id, language, text.document)
  const derived = deriveText(text.document)
  const { socialImage, document, ...rest } = text
  const files = filesIn(derived.references)
  await takeFiles(tx, article.id, socialImage ? [...files, socialImage] : files, caller.id)
  const revision = revisionAfter(article)
  const row = {
    ...rest,
    words: spellings(`${text.title}\n${derived.words}`),
    revision,
    socialFileId: socialImage,
    document: JSON.stringify(document),
    updatedBy: caller.id,
  }
  // The statements below write rows that reference the new text, so it is inserted first.
  if (isNew) await queries.insertText(tx, { articleId: article.id, language, ...row })
  const [updated] = await Promise.all([
    updateArticle(tx, article, { updatedBy: caller.id, ...(version.isNew && { lastVersion: version.number }) }),
    isNew ? null : queries.updateText(tx, { articleId: article.id, language }, row),
    writeEdit(tx, article.id, version, { language, text, by: caller.id }),
    queries.keepRevision(tx, { articleId: article.id, language, revision }, text),
    queries.writeReferences(tx, { articleId: article.id, language, isLive: false }, derived),
    tellChanged(tx, article.id, byMember(caller)),
  ])
  return updated
}

// Accepts only files of articles and unused uploads of the caller, so that nobody can publish an attachment of a
// ticket.
async function takeFiles(tx: WorkspaceTx, articleId: string, ids: string[], uploaderId: string) {
  const known = new Set(await queries.listArticleFiles(tx, ids))
  for (const id of new Set(ids)) {
    if (known.has(id)) continue
    await keepUpload(tx, id, uploaderId)
    await queries.insertArticleFile(tx, articleId, id)
    const same = await queries.findSameFile(tx, id)
    if (same) await shareBytes(tx, id, same)
  }
}

async function textAfter(
  tx: WorkspaceTx,
  articleId: string,
  current: TextState | undefined,
  { language, changes, base }: Writing,
): Promise<ArticleText> {
  if (!current) return newText(tx, articleId, language, changes)
  const now = textOf(current)
  if (await isRepeated(tx, current, { language, changes, base })) return now
  const merged = await mergeWithBase(tx, current, { language, changes, base })
  const slug = await slugFor(tx, articleId, language, changes, current)
  return { ...(merged ?? { ...now, ...defined(changes) }), ...(slug && { slug }) }
}

/** Returns whether this save was already applied. A client repeats a save if the answer was lost. */
async function isRepeated(tx: WorkspaceTx, { articleId, revision }: TextState, { language, changes, base }: Writing) {
  if (base === undefined || base >= revision) return false
  const [before, next] = await Promise.all([
    queries.findRevision(tx, articleId, language, base),
    queries.findNextRevision(tx, articleId, language, base),
  ])
  // If the save has no slug, its slug was generated and is not compared.
  return isSame({ ...next, slug: changes.slug ?? '' }, { ...before, ...defined(changes), slug: changes.slug ?? '' })
}

/** Merges a save with the changes by others since `base`. Returns undefined if there is nothing to merge. */
async function mergeWithBase(tx: WorkspaceTx, current: TextState, { language, changes, base }: Writing) {
  if (base === undefined || base >= current.revision) return undefined
  const before = await queries.findRevision(tx, current.articleId, language, base)
  if (!before) throw new Refusal('changed-meanwhile')
  return mergeTexts(before, textOf(current), { ...before, ...defined(changes) })
}

async function newText(
  tx: WorkspaceTx,
  articleId: string,
  language: string,
  changes: TextChanges,
): Promise<ArticleText> {
  if (!(await findLanguages(tx)).includes(language)) throw new Refusal('language-unknown')
  const text = {
    ...{ title: '', excerpt: '', metaTitle: '', metaDescription: '', socialImage: null, document: emptyDocument },
    ...defined(changes),
  }
  const slug = await slugFor(tx, articleId, language, text)
  return { ...text, slug: slug! }
}

// Returns the slug to store, or undefined if the slug does not change. A slug that the caller chose must be free. A
// slug that was generated from the title follows the title until the first publication.
async function slugFor(
  tx: WorkspaceTx,
  articleId: string,
  language: string,
  { slug, title }: TextChanges,
  current?: TextState,
) {
  if (slug !== undefined) {
    const isOwn = slug === current?.slug
    const taken = isOwn ? new Set<string>() : await queries.listTakenSlugs(tx, language, slug, articleId)
    if (taken.has(slug)) throw new Refusal('slug-taken', { fields: { slug: 'Another article has this address' } })
    return slug
  }
  if (title === undefined || (current && !followsTitle(current))) return undefined
  const made = await makeSlug(tx, title, language)
  return freeSlug(made, await queries.listTakenSlugs(tx, language, stemOf(made), articleId))
}

const followsTitle = ({ slug, title, language, publishedAt }: TextState) =>
  publishedAt === null && isMadeOf(slug, title, language)

export const textOf = (row: TextState): ArticleText => ({
  title: row.title,
  slug: row.slug,
  excerpt: row.excerpt,
  metaTitle: row.metaTitle,
  metaDescription: row.metaDescription,
  socialImage: row.socialFileId,
  document: row.document,
})

const defined = (changes: TextChanges) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<ArticleText>

const lines = ['title', 'slug', 'excerpt', 'metaTitle', 'metaDescription', 'socialImage'] as const

/** Merges two texts with a common origin: field by field, and the document block by block. Refuses conflicts. */
function mergeTexts(base: ArticleText, theirs: ArticleText, yours: ArticleText) {
  const fields = lines.filter((line) => isContested(base[line], theirs[line], yours[line]))
  const { document: joined, conflicts: blocks } = mergeDocuments(base.document, theirs.document, yours.document)
  // The merged document can be too long or invalid, although both documents are valid. Then the save is refused as a
  // conflict.
  const { document } = checkDocument(joined)
  if (!document || fields.length + blocks.length > 0)
    throw new Refusal('conflict', { shown: { base, theirs, yours, fields, blocks } })
  const merged: ArticleText = { ...theirs, document }
  lines.forEach(<L extends (typeof lines)[number]>(line: L) => {
    if (theirs[line] === base[line]) merged[line] = yours[line]
  })
  return merged
}

const isContested = (base: unknown, theirs: unknown, yours: unknown) =>
  theirs !== base && yours !== base && theirs !== yours
