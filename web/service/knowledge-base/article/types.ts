import type { z } from 'zod'
import type { EditedArticle, showKnowledgeBaseReport } from '#contract/knowledge-base/articles.ts'
import type { Category as CategorySchema } from '#contract/knowledge-base/categories.ts'
import type { Member as MemberSchema } from '#contract/workspace/team.ts'

export type ArticleRow = Pick<
  EditedArticle,
  | ('id' | 'title' | 'language' | 'category' | 'labels' | 'status' | 'hasChanges' | 'isLive' | 'visibility')
  | ('languages' | 'owner' | 'views' | 'helpful' | 'unhelpful' | 'reviewEveryDays' | 'isTrashed' | 'updatedAt')
>
/** Narrows the answer of an endpoint to the type that admins get. */
export type ForAdmin = { answer: z.ZodType<EditedArticle> }
export type TextState = ArticleRow['languages'][number]
export type Visibility = ArticleRow['visibility']
export type ArticleStatus = ArticleRow['status']
export type Report = z.output<typeof showKnowledgeBaseReport.answer>

export type Category = z.output<typeof CategorySchema>
export type CategoryLine = Pick<Category, 'id' | 'parent' | 'name' | 'articleCount'> & { depth: number }

export type Member = Pick<z.output<typeof MemberSchema>, 'id' | 'name' | 'surname' | 'email' | 'status' | 'avatarUrl'>
