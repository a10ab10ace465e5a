import type { z } from 'zod'
import type { ArticleRow, EditedArticle } from '#contract/knowledge-base/articles.ts'
import type { Category } from '#contract/knowledge-base/categories.ts'
import type { ArticleThread } from '#contract/knowledge-base/comments.ts'
import type { BrokenLink } from '#contract/knowledge-base/links.ts'
import type { OpenThreads } from '#web/lib/writing/comments/use-comments.ts'
import type { SaidInWords } from '#web/service/knowledge-base/article/feedback-section.tsx'
import type { Uses } from '#web/service/knowledge-base/details/uses-section.tsx'
import type { ticketMember } from '#web/service/tickets/ticket/loader-fields.ts'
import type { Viewer } from '#web/shell/viewer.ts'

export type ArticlePageData = {
  viewer: Viewer
  article: EditedArticle | null
  begunTitle: string
  language: string
  languages: string[]
  isMissing: boolean
  categories: z.output<typeof Category>[]
  templates: { id: string; title: string }[]
  members: (ReturnType<typeof ticketMember> & { role: string })[]
  backlinks: z.output<typeof ArticleRow>[]
  feedback: SaidInWords
  uses: Uses
  said: OpenThreads<ArticleThread>
  brokenLinks: z.output<typeof BrokenLink>[]
}

export const listHref = '/service/knowledgebase/admin/articles'
const editHref = `${listHref}/edit`

export const hrefOf = (id: string, language: string, languages: string[]) =>
  `${editHref}/${id}${language === languages[0] ? '' : `?language=${encodeURIComponent(language)}`}`
