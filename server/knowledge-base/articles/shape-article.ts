import { nameCategories } from '#server/knowledge-base/categories/categories/show-categories.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { isOutdated } from '#server/writing/text-life/text-state.ts'
import type { ArticleState } from './queries/articles.ts'
import { listCounts } from './queries/lists.ts'
import { listLiveSlugs, type PublishedRow } from './queries/published.ts'
import { listTexts, type TextRow } from './queries/texts.ts'
import type { ReadCall } from './show-article.ts'

export async function shapeEdited(call: ReadCall, articles: ArticleState[], language: string) {
  const { tx } = call
  const ids = articles.map(({ id }) => id)
  const people = articles.flatMap((article) => [
    article.ownerId,
    article.reviewerId,
    article.createdBy,
    article.updatedBy,
  ])
  const within = articles.map(({ categoryId }) => categoryId)
  const [[first], written, live, names, categories, counts] = await Promise.all([
    findLanguages(tx),
    listTexts(tx, ids),
    listLiveSlugs(tx, ids),
    findMemberNames(tx, people),
    nameCategories(tx, within, language),
    listCounts(tx, ids),
  ])
  const texts = Map.groupBy(written, ({ articleId }) => articleId)
  const liveSlugs = new Map(live.map(({ articleId, language, slug }) => [`${articleId} ${language}`, slug]))
  const person = (id: string | null) => (id ? { id, name: names.get(id) ?? '' } : null)
  return articles.map((article) => {
    const own = texts.get(article.id) ?? []
    const source = own.find((text) => text.language === first)
    const text = own.find((one) => one.language === language) ?? source ?? own[0]!
    const liveSlug = liveSlugs.get(`${article.id} ${text.language}`) ?? null
    return {
      ...article,
      ...{ title: text.title, slug: text.slug, excerpt: text.excerpt, language: text.language },
      ...{ liveSlug, status: text.status, publishedAt: text.publishedAt },
      // The URL of a draft does not work before the publication.
      url: urlOf(call, liveSlug ?? text.slug, text.language, first!),
      ...{ hasChanges: hasChanges(text), isLive: text.liveVersion !== null, isTrashed: article.trashedAt !== null },
      ...{ category: categories.get(article.categoryId ?? '') ?? null },
      ...{ owner: person(article.ownerId), reviewer: person(article.reviewerId) },
      ...{ createdBy: person(article.createdBy), updatedBy: person(article.updatedBy) },
      languages: own.map((one) => stateOf(one, source)),
      reviewDueAt: reviewDueAt(article, own),
      ...(counts.get(article.id) ?? uncounted),
    }
  })
}

const dayMs = 24 * 60 * 60_000

function reviewDueAt({ reviewEveryDays, reviewedAt }: ArticleState, texts: TextRow[]): string | null {
  if (!reviewEveryDays || !reviewedAt || texts.every(({ liveVersion }) => liveVersion === null)) return null
  return new Date(Date.parse(reviewedAt) + reviewEveryDays * dayMs).toISOString()
}

const uncounted = { views: 0, helpful: 0, unhelpful: 0 }

export async function shapeRead(call: ReadCall, texts: PublishedRow[]) {
  const [first] = await findLanguages(call.tx)
  const language = texts[0]?.language ?? first!
  const categoryIds = texts.map(({ categoryId }) => categoryId)
  const categories = await nameCategories(call.tx, categoryIds, language)
  return texts.map(({ articleId, revision: _, ...text }) => ({
    ...text,
    id: articleId,
    url: urlOf(call, text.slug, text.language, first!),
    category: categories.get(text.categoryId ?? '') ?? null,
    updatedAt: text.publishedAt,
  }))
}

export const hasChanges = ({ liveRevision, revision }: Pick<TextRow, 'liveRevision' | 'revision'>) =>
  liveRevision !== null && liveRevision !== revision

const stateOf = (text: TextRow, source: TextRow | undefined) => ({
  ...{ language: text.language, status: text.status, slug: text.slug, hasChanges: hasChanges(text) },
  ...{ isLive: text.liveVersion !== null, publishAt: text.publishAt, unpublishAt: text.unpublishAt },
  isOutdated: text.status !== 'archived' && isOutdated(text, source),
})

export function urlOf(
  { platform, caller }: ReadCall,
  slug: string,
  language: string,
  first: string,
  kind: 'article' | 'category' = 'article',
): string {
  const before = language === first ? '' : `/${language}`
  return `${platform.settings.workspaceOrigin(caller.domain!)}${before}/knowledgebase/${kind}/${encodeURIComponent(slug)}`
}
