import { useRef } from 'react'
import { type RouterContextProvider, redirect } from 'react-router'
import { listUses } from '#contract/help/article-uses.ts'
import { type EditedArticle, listArticles, showArticle } from '#contract/knowledge-base/articles.ts'
import { listCategories, showLanguages } from '#contract/knowledge-base/categories.ts'
import { listArticleComments } from '#contract/knowledge-base/comments.ts'
import { listFeedback } from '#contract/knowledge-base/feedback.ts'
import { listBacklinks, listBrokenLinks } from '#contract/knowledge-base/links.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { requireService } from '#web/service/require-service.ts'
import { ticketMember } from '#web/service/tickets/ticket/sent.ts'
import type { Route } from './+types/edit.ts'
import { type ArticlePageData, hrefOf } from './article-data.ts'
import { ArticlePage } from './article-page.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { article } = (loaderData ?? {}) as Partial<ArticlePageData>
  return [{ title: `${article ? article.title || 'Untitled' : 'New article'} · Startup Tools` }]
}

/** All reads are one round, because the snapshot of a page ends with its last read. */
export async function loader({ context, params: { id }, request }: Route.LoaderArgs): Promise<ArticlePageData> {
  const { call } = context.get(api)
  const { searchParams } = new URL(request.url)
  const wanted = searchParams.get('language') ?? undefined
  const [viewer, members, categories, { items: languages }, templates, loaded] = await Promise.all([
    requireService(context),
    call(listMembers, { query: {} }),
    call(listCategories, { query: {} }),
    call(showLanguages, {}),
    id
      ? { items: [] }
      : call(listArticles, { query: { status: 'template', order: 'title', limit: mostTemplates, language: wanted } }),
    id ? loadArticle(context, id, wanted) : nothingYet,
  ])
  const language = wanted ?? languages[0]!
  if (id && !languages.includes(language)) throw redirect(hrefOf(id, languages[0]!, languages))
  const offered = templates.items.map(({ id: template, title }) => ({ id: template, title }))
  const shown = { ...loaded, language, languages, categories: categories.items, templates: offered }
  const begunTitle = id ? '' : (searchParams.get('title')?.trim().slice(0, mostOfTitle) ?? '')
  return {
    ...shown,
    viewer,
    begunTitle,
    members: members.items.map((one) => ({ ...ticketMember(one), role: one.role })),
  }
}

const nothingYet = {
  ...{ article: null, isMissing: false, backlinks: [], brokenLinks: [] },
  feedback: { items: [], next: null },
  said: { items: [], resolved: 0 },
  uses: { counts: { replies: 0, customers: 0, olderCustomers: 0 }, first: { items: [], next: null } },
}
const mostTemplates = '20'
const fewWords = '3'
const fewUses = '5'
const mostOfTitle = 200

async function loadArticle(context: Readonly<RouterContextProvider>, id: string, language: string | undefined) {
  const { call, attempt } = context.get(api)
  const ofUses = { params: { id }, query: { limit: fewUses } }
  const [wanted, first, backlinks, broken, feedback, uses, olderUses, threads] = await Promise.all([
    attempt(showArticle, { params: { id }, query: { language } }),
    call(showArticle, { params: { id }, query: {} }),
    call(listBacklinks, { params: { id } }),
    attempt(listBrokenLinks, { params: { id }, query: { language } }),
    call(listFeedback, { params: { id }, query: { withComment: 'true', limit: fewWords } }),
    call(listUses, ofUses),
    call(listUses, { ...ofUses, query: { ...ofUses.query, isOlder: 'true' } }),
    call(listArticleComments, { params: { id }, query: {} }),
  ])
  // The HTML is for readers; the editor draws the document.
  const article = { ...((wanted.answer ?? first) as EditedArticle), html: '' }
  const links = { backlinks: backlinks.items, brokenLinks: broken.answer?.items ?? [] }
  const shownUses = { counts: uses.counts, first: uses.counts.olderCustomers > 0 ? olderUses : uses }
  const said = { items: threads.items, resolved: threads.resolved }
  return { article, isMissing: !wanted.answer, ...links, feedback, uses: shownUses, said }
}

export default function Edit({ loaderData }: Route.ComponentProps) {
  const { article, language, isMissing } = loaderData
  const begunHere = useRef<string>(null)
  const shownBefore = useRef<string>(null)
  const newPages = useRef(0)
  // Another new article after a shown one. A blank page that is read again is still the same.
  if (!article && shownBefore.current) {
    begunHere.current = null
    newPages.current += 1
  }
  shownBefore.current = article?.id ?? null
  // The author of a new article keeps the same editor when it gets its URL.
  const isBegunHere = !article || article.id === begunHere.current
  const id = isBegunHere ? `new ${newPages.current}` : article.id
  return (
    <ArticlePage
      key={`${id} ${language} ${isMissing}`}
      {...loaderData}
      onCreated={(created) => {
        begunHere.current = created
      }}
    />
  )
}
