import { aboutArticle } from '#contract/events.ts'
import { type ArticleState, setReviewed } from '#server/articles/queries/articles.ts'
import { deletePublished, isSlugLive, takeSlug, upsertPublished } from '#server/articles/queries/published.ts'
import { findText, type TextState, updateText, writeReferences } from '#server/articles/queries/texts.ts'
import { deriveText } from '#server/articles/texts/article-text.ts'
import { refuseCircle } from '#server/articles/texts/refuse-circle.ts'
import { textOf } from '#server/articles/texts/write-text.ts'
import { keepVersion } from '#server/articles/versions/keep-version.ts'
import { excerptOf } from '#server/documents/render/to-text.ts'
import { touchPages } from '#server/knowledge-base/spread-reach.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Publication = { language: string; by: By; note?: string | undefined; unpublishAt?: string | null }

/** Makes the draft of a language what readers read, from the next request on. The article is locked. */
export async function publishText(tx: WorkspaceTx, article: ArticleState, publication: Publication) {
  const { language, by, note, unpublishAt = null } = publication
  // It holds the pages: what follows from a publication counts on being alone.
  await touchPages(tx, by)
  const text = await findPublishable(tx, article.id, language)
  await refuseLiveSlug(tx, article.id, text)
  // What it includes may include it by now.
  await refuseCircle(tx, { id: article.id, language, document: text.document })
  const { lastVersion } = await keepVersion(tx, article, {
    ...{ language, text: textOf(text), kind: 'publication', note },
    by: by.actor.id ?? null,
  })
  await takeSlug(tx, article.id, language, text.slug)
  await upsertPublished(tx, rowOf(article, text))
  await writeReferences(tx, { articleId: article.id, language, isLive: true }, deriveText(text.document))
  await updateText(tx, text, {
    ...{ status: 'published', liveRevision: text.revision, liveVersion: lastVersion },
    ...{ publishAt: null, unpublishAt, publishedAt: now(), archivedTo: null, archivedPath: null },
  })
  await setReviewed(tx, article.id)
  const about = { subject: aboutArticle(article.id), by, audience: 'team' } as const
  await record(tx, { type: 'article.published', ...about, new: { language, number: lastVersion } })
}

/** Takes what readers read of a language away; the draft stays, and is one again. */
export async function unpublishText(
  tx: WorkspaceTx,
  { id }: ArticleState,
  { language, by, status = 'draft' }: { language: string; by: By; status?: 'draft' | 'archived' },
) {
  await touchPages(tx, by)
  await deletePublished(tx, id, language)
  await writeReferences(tx, { articleId: id, language, isLive: true }, { references: [], addresses: [] })
  await updateText(
    tx,
    { articleId: id, language },
    { status, liveRevision: null, liveVersion: null, publishAt: null, unpublishAt: null },
  )
  await tellStatus(tx, id, by, { language, from: 'published', to: status })
}

type Turn = { language: string; from: TextState['status']; to: TextState['status'] }

export const tellStatus = (tx: WorkspaceTx, articleId: string, by: By, { language, from, to }: Turn) =>
  record(tx, {
    type: 'article.status-changed',
    ...{ subject: aboutArticle(articleId), by, audience: 'team' },
    old: { language, status: from },
    new: { language, status: to },
  })

export async function findPublishable(tx: WorkspaceTx, articleId: string, language: string): Promise<TextState> {
  const text = await findText(tx, articleId, language)
  if (!text) throw new Refusal('text-not-found')
  if (text.status === 'archived') throw new Refusal('article-archived')
  if (text.title === '') throw new Refusal('title-missing', { fields: { title: 'Enter a title' } })
  return text
}

/** Readers have the draft as it is. */
export const isLiveAsItIs = ({ status, liveRevision, revision }: TextState) =>
  status === 'published' && liveRevision === revision

async function refuseLiveSlug(tx: WorkspaceTx, articleId: string, { language, slug }: TextState) {
  if (await isSlugLive(tx, language, slug, articleId)) throw new Refusal('slug-taken')
}

const rowOf = (article: ArticleState, text: TextState) => ({
  ...{ articleId: article.id, language: text.language, categoryId: article.categoryId, position: article.position },
  ...{ audience: article.audience, isListed: article.isListed, isPinned: article.isPinned },
  ...{ takesFeedback: article.takesFeedback, labels: article.labels, title: text.title, slug: text.slug },
  ...{ document: JSON.stringify(text.document), excerpt: text.excerpt || excerptOf(text.document) },
  ...{ metaTitle: text.metaTitle, metaDescription: text.metaDescription, socialFileId: text.socialFileId },
  ...{ words: text.words, revision: text.revision, publishedAt: now(), firstPublishedAt: now() },
})

const now = () => new Date().toISOString()
