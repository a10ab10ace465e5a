import { isSame } from '#contract/is-same.ts'
import { onArticle } from '#server/knowledge-base/articles/editor-call.ts'
import { type ArticleState, setReviewed } from '#server/knowledge-base/articles/queries/articles.ts'
import {
  deletePublished,
  isSlugLive,
  takeSlug,
  upsertPublished,
} from '#server/knowledge-base/articles/queries/published.ts'
import { findText, type TextState, updateText, writeReferences } from '#server/knowledge-base/articles/queries/texts.ts'
import { findLastPublication } from '#server/knowledge-base/articles/queries/versions.ts'
import { type ArticleText, deriveText } from '#server/knowledge-base/articles/texts/article-text.ts'
import { refuseCircle } from '#server/knowledge-base/articles/texts/refuse-circle.ts'
import { textOf } from '#server/knowledge-base/articles/texts/write-text.ts'
import { keepVersion } from '#server/knowledge-base/articles/versions/keep-version.ts'
import { recordPagesChanged } from '#server/knowledge-base/categories/spread-reach.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { excerptOf } from '#server/writing/documents/render/to-text.ts'

export type PublicationDates = { publishedAt: string; firstPublishedAt: string }
type Publication = {
  language: string
  by: By
  note?: string | undefined
  unpublishAt?: string | null
  dates?: PublicationDates | undefined
}

/** Publishes the draft of a language. The caller must lock the article. */
export async function publishText(tx: WorkspaceTx, article: ArticleState, publication: Publication) {
  const { language, by, note, unpublishAt = null } = publication
  // Also locks the knowledge base until the commit, because publications must not run concurrently.
  await recordPagesChanged(tx, by)
  const text = await findPublishable(tx, article.id, language)
  await refuseUnshowable(tx, article.id, language, textOf(text))
  const version = { language, text: textOf(text), kind: 'publication', note, by: by.actor.id ?? null } as const
  const { lastVersion } = await keepVersion(tx, article, version)
  const now = new Date().toISOString()
  const past = (time = now) => (Date.parse(time) < Date.parse(now) ? time : now)
  const publishedAt = past(publication.dates?.publishedAt)
  const dates = { publishedAt, firstPublishedAt: past(publication.dates?.firstPublishedAt) }
  await showToReaders(tx, article, { language, text: textOf(text), revision: text.revision, ...dates })
  await updateText(tx, text, {
    status: 'published',
    liveRevision: text.revision,
    liveVersion: lastVersion,
    publishAt: null,
    unpublishAt,
    publishedAt,
    archivedTo: null,
    archivedPath: null,
  })
  await setReviewed(tx, article.id)
  await tellPublished(tx, article.id, by, { language, number: lastVersion })
}

/**
 * Makes the last publication live again, with its dates. The draft does not change. The caller must lock the article.
 */
export async function putBackText(
  tx: WorkspaceTx,
  article: ArticleState,
  language: string,
  by: By,
  status: 'published' | 'in_review',
) {
  await recordPagesChanged(tx, by)
  const text = await findUnarchived(tx, article.id, language)
  const last = await findLastPublication(tx, article.id, language)
  if (!last || !text.publishedAt) throw new Refusal('version-not-found')
  await refuseUnshowable(tx, article.id, language, last.text)
  // A live revision below the revision of the draft marks the draft as changed.
  const revision = isSame(textOf(text), last.text) ? text.revision : text.revision - 1
  const { publishedAt } = text
  const dates = { publishedAt, firstPublishedAt: last.firstPublishedAt }
  await showToReaders(tx, article, { language, text: last.text, revision, ...dates })
  await updateText(tx, text, { status, liveRevision: revision, liveVersion: last.number, publishAt: null })
  await tellPublished(tx, article.id, by, { language, number: last.number })
}

type LiveText = { language: string; text: ArticleText; revision: number; publishedAt: string; firstPublishedAt: string }

async function showToReaders(tx: WorkspaceTx, article: ArticleState, shown: LiveText) {
  const { language, text } = shown
  const derived = deriveText(text.document)
  await takeSlug(tx, article.id, language, text.slug)
  await upsertPublished(tx, { ...rowOf(article, shown), words: derived.words })
  await writeReferences(tx, { articleId: article.id, language, isLive: true }, derived)
}

const tellPublished = (tx: WorkspaceTx, articleId: string, by: By, live: { language: string; number: number }) =>
  record(tx, { type: 'article.published', ...onArticle(articleId, by), new: live })

export async function unpublishText(
  tx: WorkspaceTx,
  { id }: ArticleState,
  { language, by, status = 'draft' }: { language: string; by: By; status?: 'draft' | 'archived' },
) {
  await recordPagesChanged(tx, by)
  await deletePublished(tx, id, language)
  await writeReferences(tx, { articleId: id, language, isLive: true }, { references: [], addresses: [] })
  const nothingLive = { liveRevision: null, liveVersion: null, publishAt: null, unpublishAt: null }
  await updateText(tx, { articleId: id, language }, { status, ...nothingLive })
  await tellStatus(tx, { articleId: id, language, status: 'published' }, by, status)
}

export const tellStatus = (
  tx: WorkspaceTx,
  { articleId, language, status }: Pick<TextState, 'articleId' | 'language' | 'status'>,
  by: By,
  to: TextState['status'],
) =>
  record(tx, {
    type: 'article.status-changed',
    ...onArticle(articleId, by),
    old: { language, status },
    new: { language, status: to },
  })

export async function findPublishable(tx: WorkspaceTx, articleId: string, language: string): Promise<TextState> {
  const text = await findUnarchived(tx, articleId, language)
  if (text.title === '') throw new Refusal('title-missing', { fields: { title: 'Enter a title' } })
  return text
}

async function findUnarchived(tx: WorkspaceTx, articleId: string, language: string): Promise<TextState> {
  const text = await findText(tx, articleId, language)
  if (!text) throw new Refusal('text-not-found')
  if (text.status === 'archived') throw new Refusal('article-archived')
  return text
}

export const isLiveAsItIs = ({ status, liveRevision, revision }: TextState) =>
  status === 'published' && liveRevision === revision

/** Throws if another live article has the slug in this language, or if included articles form a circle. */
async function refuseUnshowable(tx: WorkspaceTx, id: string, language: string, { slug, document }: ArticleText) {
  if (await isSlugLive(tx, language, slug, id)) throw new Refusal('slug-taken')
  await refuseCircle(tx, id, language, document)
}

function rowOf(article: ArticleState, { language, text, revision, publishedAt, firstPublishedAt }: LiveText) {
  const { id: articleId, categoryId, position, audience, isListed, isPinned, takesFeedback, labels } = article
  const { title, slug, excerpt, metaTitle, metaDescription, socialImage, document } = text
  return {
    ...{ articleId, language, categoryId, position, audience, isListed, isPinned, takesFeedback, labels },
    ...{ title, slug, metaTitle, metaDescription, socialFileId: socialImage, revision, publishedAt, firstPublishedAt },
    document: JSON.stringify(document),
    excerpt: excerpt || excerptOf(document),
  }
}
