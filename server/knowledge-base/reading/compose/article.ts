import type { ReadingImage, ReadingLink, ReadingPages, TextLink } from '#contract/knowledge-base/reading.ts'
import { type RenderContext, renderFor } from '#server/knowledge-base/articles/rendering/resolve-references.ts'
import { findCard, findShownFiles } from '#server/knowledge-base/files/find-files.ts'
import { findDrawnCard } from '#server/knowledge-base/files/social-cards/card-addresses.ts'
import { pathsIn } from '#server/knowledge-base/reading/asking/paths.ts'
import type { ArticlePageText, ArticleSummary, Beside } from '#server/knowledge-base/reading/queries/texts.ts'
import * as queries from '#server/knowledge-base/reading/queries/texts.ts'
import type { ReadingCall } from '#server/knowledge-base/reading/space.ts'
import { headingsOf } from '#server/writing/documents/render/outline.ts'
import { referencesOf } from '#server/writing/documents/render/references-of.ts'
import { excerptOf } from '#server/writing/documents/render/to-text.ts'
import { breadcrumbs, type EditionPath, frameOf, headOf, originOf } from './frame.ts'
import { trailTo } from './tree.ts'

// Maximum numbers of links on an article page. `beside`: articles of the same category, nearest to the current one.
// `related`: related articles.
const most = { beside: 20, related: 5 }
// The page shows ratings only from this number on. A share of fewer ratings means little and could reveal how a reader
// voted.
const fewestVotes = 5

export async function composeArticle(
  call: ReadingCall,
  text: ArticlePageText,
  findFiles?: RenderContext['findFiles'],
): Promise<ReadingPages['article']> {
  const { tx, reader, space, paths, edition } = call
  const [trail, beside, related, written, html, image, feedback] = await Promise.all([
    trailTo(call, text.categoryId),
    text.categoryId
      ? queries.listBeside(tx, reader, edition, text, text.categoryId, most.beside)
      : { before: [], after: [], count: 0 },
    findRelated(call, text),
    queries.listEditions(tx, reader, text.id),
    renderFor(tx, readingOf(call, text, findFiles), text),
    findImage(call, text),
    text.takesFeedback ? findFeedback(call, text) : null,
  ])
  const editions = written.map(({ language, slug }) => ({
    language,
    path: pathsIn(language, space.first).article(slug),
  }))
  const linkTo = (line: ArticleSummary | undefined): TextLink | null =>
    line ? { label: line.title, href: paths.article(line.slug), language: line.language } : null
  const isListed = beside.before.at(-1)?.id === text.id
  return {
    frame: frameOf(call, readableEditions(call, editions, paths.article(text.slug))),
    head: headOfArticle(call, text, editions, trail, image),
    body: {
      title: text.title,
      language: text.language,
      trail,
      html,
      related: related.flatMap((line) => linkTo(line) ?? []),
      intro: text.excerpt === excerptOf(text.document) ? '' : text.excerpt,
      contents: headingsOf(text.document).filter(({ level }) => level < 4),
      updatedAt: text.publishedAt,
      readMinutes: minutesToRead(text.words),
      beside: besideIn(call, trail, beside, text.id),
      previous: isListed ? linkTo(beside.before.at(-2)) : null,
      next: isListed ? linkTo(beside.after[0]) : null,
      ...ofTeam(call, text),
      askPath: askPathOf(call, text),
      markdownPath: text.audience === 'public' ? paths.markdown(text.slug) : null,
      feedback,
      previewUntil: null,
    },
  }
}

async function findRelated(call: ReadingCall, text: ArticlePageText): Promise<ArticleSummary[]> {
  const [chosen, fitting] = await Promise.all([
    queries.listChosen(call.tx, call.reader, call.edition, text.id),
    queries.listRelated(call.tx, call.reader, call.edition, text, most.related),
  ])
  return chosen.length > 0 ? chosen : fitting
}

// Finds the ratings to show on the page. They can be outdated, because a new rating does not invalidate the cached
// page.
async function findFeedback({ tx, paths }: ReadingCall, { id, slug }: ArticlePageText) {
  const votes = await queries.findVotes(tx, id)
  return { path: `${paths.article(slug)}/feedback`, articleId: id, votes: votes.all < fewestVotes ? null : votes }
}

function askPathOf({ space: { first } }: ReadingCall, { id, language }: ArticlePageText): string {
  const inLanguage = language === first ? '' : `&language=${encodeURIComponent(language)}`
  return `/customer/tickets/create?article=${id}${inLanguage}`
}

// Lists the languages of a page with their URLs. Includes the current language, even if the page shows the text of the
// first language as a fallback.
function readableEditions(call: ReadingCall, written: EditionPath[], shownAt: string) {
  const isWritten = written.some(({ language }) => language === call.language)
  return isWritten ? written : [...written, { language: call.language, path: shownAt }]
}

async function findImage(call: ReadingCall, text: ArticlePageText): Promise<ReadingImage | null> {
  const fileId = text.socialFileId ?? referencesOf(text.document).pictures[0]?.file
  const url = fileId ? await findCard(call.tx, call.reader, fileId) : null
  if (url) return { url: originOf(call) + url, alt: text.title, width: null, height: null }
  const drawn = text.audience === 'public' ? await findDrawnCard(call.space.workspace, text) : null
  if (!drawn) return null
  const { path, ...card } = drawn
  return { url: originOf(call) + path, ...card }
}

function headOfArticle(
  call: ReadingCall,
  text: ArticlePageText,
  editions: EditionPath[],
  trail: ReadingLink[],
  image: ReadingImage | null,
) {
  const { workspace, first } = call.space
  const path = pathsIn(text.language, first).article(text.slug)
  const description = text.metaDescription || text.excerpt
  const article = {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: text.title,
    description,
    inLanguage: text.language,
    datePublished: text.firstPublishedAt,
    dateModified: text.publishedAt,
    publisher: { '@type': 'Organization', name: workspace.name },
    mainEntityOfPage: originOf(call) + path,
    ...(image && { image: image.url }),
  }
  return headOf(call, {
    title: text.metaTitle || `${text.title} · ${call.words.helpOf(workspace.name)}`,
    description,
    path,
    editions,
    image,
    data: [article, breadcrumbs(call, [...trail, { label: text.title, href: path }])],
    isIndexed: text.isListed && text.audience === 'public',
    publishedAt: text.firstPublishedAt,
    updatedAt: text.publishedAt,
  })
}

function besideIn({ paths }: ReadingCall, trail: ReadingLink[], { before, after, count }: Beside, id: string) {
  const category = trail.length > 1 ? trail.at(-1) : undefined
  const lines = [...before, ...after]
  if (!category || lines.length < 2) return null
  // Shows the current article in the middle if enough articles surround it.
  const first = Math.max(0, Math.min(before.length - most.beside / 2, lines.length - most.beside))
  const articles = lines.slice(first, first + most.beside).map((line) => ({
    label: line.title,
    href: paths.article(line.slug),
    language: line.language,
    isCurrent: line.id === id,
  }))
  return { name: category.label, path: category.href, articles, count }
}

function ofTeam({ reader, paths }: ReadingCall, { id, slug, audience, isListed }: ArticlePageText) {
  if (reader.kind !== 'member') return { editPath: null, visibility: null, remark: null }
  return {
    editPath: reader.isAdmin ? `/service/knowledgebase/admin/articles/edit/${id}` : null,
    remark: { path: `${paths.article(slug)}/remark`, articleId: id },
    visibility: audience === 'public' && !isListed ? ('unlisted' as const) : audience,
  }
}

export function readingOf(
  call: ReadingCall,
  text: Pick<ArticlePageText, 'language'>,
  findFiles: RenderContext['findFiles'] = (tx, ids) => findShownFiles(tx, call.reader, ids),
): RenderContext {
  const { reader, language, space, platform, paths } = call
  const pathsOf = (own: string) => pathsIn(own === call.edition.fallback ? language : own, space.first)
  return {
    reader,
    language,
    findFiles,
    words: platform.reading.words(text.language).document,
    articleUrl: (slug, own) => pathsOf(own).article(slug),
    categoryUrl: paths.category,
  }
}

const wordsAMinute = 220
/** Reading speed in characters per minute, for scripts without spaces between words. */
const lettersAMinute = 500

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu

function minutesToRead(text: string): number {
  const letters = text.match(unspaced)?.length ?? 0
  const words = text.replace(unspaced, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return Math.max(1, Math.round(words / wordsAMinute + letters / lettersAMinute))
}
