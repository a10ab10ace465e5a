import { isSame } from '#contract/is-same.ts'
import type { Document } from '#contract/writing/document.ts'
import { keepUpload, shareBytes } from '#server/files/keep-file.ts'
import { type EditorCall, tellChanged } from '#server/knowledge-base/articles/editor-call.ts'
import { type ArticleState, revisionAfter, updateArticle } from '#server/knowledge-base/articles/queries/articles.ts'
import {
  findNextRevision,
  findRevision,
  findSameFile,
  findText,
  insertArticleFile,
  insertText,
  keepRevision,
  listArticleFiles,
  listTakenSlugs,
  type TextState,
  updateText,
  writeReferences,
} from '#server/knowledge-base/articles/queries/texts.ts'
import { findLastVersion } from '#server/knowledge-base/articles/queries/versions.ts'
import { writeEdit } from '#server/knowledge-base/articles/versions/keep-version.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember } from '#server/platform/events/record.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { spellings } from '#server/search/words/fold.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { freeSlug, isMadeOf, makeSlug, stemOf } from '#server/writing/text-life/slug.ts'
import { type EditVersion, versionOfEdit } from '#server/writing/text-life/versions.ts'
import { type ArticleText, deriveText, emptyDocument, filesIn } from './article-text.ts'
import { mergeTexts } from './merge-texts.ts'
import { refuseCircle } from './refuse-circle.ts'

type TextChanges = { [K in keyof ArticleText]?: ArticleText[K] | undefined }
export type Writing = { language: string; changes: TextChanges; base?: number | undefined }

/** Writes the draft of a locked article. Changes by others since `base` are merged, and conflicts are refused. */
export async function writeText(call: EditorCall, article: ArticleState, writing: Writing): Promise<ArticleState> {
  const { tx } = call
  const { language } = writing
  const [current, last] = await Promise.all([
    findText(tx, article.id, language),
    findLastVersion(tx, article.id, language),
  ])
  const wanted = await wantedText(tx, article.id, current, writing)
  if (current && isSame(textOf(current), wanted)) return article
  const version = versionOfEdit(article.lastVersion, last, call.caller.id)
  return keepText(call, article, { language, text: wanted, isNew: !current, version })
}

type TextToKeep = { language: string; text: ArticleText; isNew: boolean; version: EditVersion }

async function keepText(call: EditorCall, article: ArticleState, { language, text, isNew, version }: TextToKeep) {
  const { tx, caller } = call
  await refuseCircle(tx, { id: article.id, language, document: text.document })
  const derived = deriveText(text.document)
  await takeFiles(
    tx,
    article.id,
    [...filesIn(derived.references), ...(text.socialImage ? [text.socialImage] : [])],
    caller.id,
  )
  const { socialImage, document, ...rest } = text
  const revision = revisionAfter(article)
  const row = {
    ...{
      ...rest,
      words: spellings(`${text.title}\n${derived.words}`),
      revision,
      socialFileId: socialImage,
      document: JSON.stringify(document),
    },
    updatedBy: caller.id,
  }
  // The other statements reference this row.
  if (isNew) await insertText(tx, { articleId: article.id, language, ...row })
  const [updated] = await Promise.all([
    updateArticle(tx, article, { updatedBy: caller.id, ...(version.isNew && { lastVersion: version.number }) }),
    isNew ? null : updateText(tx, { articleId: article.id, language }, row),
    writeEdit(tx, article.id, version, { language, text, by: caller.id }),
    keepRevision(tx, { articleId: article.id, language, revision }, text),
    writeReferences(tx, { articleId: article.id, language, isLive: false }, derived),
    tellChanged(tx, article.id, byMember(caller)),
  ])
  return updated
}

/** Takes files of articles and own unused uploads only, so that attachments of tickets cannot be published. */
async function takeFiles(tx: WorkspaceTx, articleId: string, ids: string[], uploaderId: string) {
  const known = new Set(await listArticleFiles(tx, ids))
  for (const id of new Set(ids)) {
    if (known.has(id)) continue
    await keepUpload(tx, id, uploaderId)
    await insertArticleFile(tx, articleId, id)
    const same = await findSameFile(tx, id)
    if (same) await shareBytes(tx, id, same)
  }
}

async function wantedText(
  tx: WorkspaceTx,
  articleId: string,
  current: TextState | undefined,
  { language, changes, base }: Writing,
): Promise<ArticleText> {
  if (!current) return newText(tx, articleId, language, changes)
  const now = textOf(current)
  if (await isRepeated(tx, current, { language, changes, base })) return now
  const merged = await mergeWithBase(tx, current, { language, changes, base })
  const slug = await slugFor(tx, articleId, { language, changes, current })
  return { ...(merged ?? { ...now, ...defined(changes) }), ...(slug && { slug }) }
}

/** Whether this save was already applied: its answer was lost, and it is sent again. */
async function isRepeated(tx: WorkspaceTx, { articleId, revision }: TextState, { language, changes, base }: Writing) {
  if (base === undefined || base >= revision) return false
  const [before, next] = await Promise.all([
    findRevision(tx, articleId, language, base),
    findNextRevision(tx, articleId, language, base),
  ])
  // A generated slug is not compared.
  return isSame({ ...next, slug: changes.slug ?? '' }, { ...before, ...defined(changes), slug: changes.slug ?? '' })
}

/** Merges with what others wrote since `base`. Undefined if nobody did. */
async function mergeWithBase(tx: WorkspaceTx, current: TextState, { language, changes, base }: Writing) {
  if (base === undefined || base >= current.revision) return undefined
  const before = await findRevision(tx, current.articleId, language, base)
  if (!before) throw new Refusal('changed-meanwhile')
  const theirs = textOf(current)
  const yours = { ...before, ...defined(changes) }
  const { text, conflict } = mergeTexts(before, theirs, yours)
  if (conflict) throw new Refusal('conflict', { shown: { base: before, theirs, yours, ...conflict } })
  return text
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
  const slug = await slugFor(tx, articleId, { language, changes: text })
  return { ...text, slug: slug! }
}

type Slugged = { language: string; changes: TextChanges; current?: TextState }

/** A chosen slug must be free. A slug from the title follows the title until the first publication. */
async function slugFor(tx: WorkspaceTx, articleId: string, { language, changes, current }: Slugged) {
  const { slug, title } = changes
  if (slug !== undefined) {
    const isOwn = slug === current?.slug
    const taken = isOwn ? new Set<string>() : await listTakenSlugs(tx, language, slug, articleId)
    if (taken.has(slug)) throw new Refusal('slug-taken', { fields: { slug: 'Another article has this address' } })
    return slug
  }
  if (title === undefined || (current && !followsTitle(current))) return undefined
  const made = await makeSlug(tx, title, language)
  return freeSlug(made, await listTakenSlugs(tx, language, stemOf(made), articleId))
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
  document: row.document as Document,
})

const defined = (changes: TextChanges) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<ArticleText>
