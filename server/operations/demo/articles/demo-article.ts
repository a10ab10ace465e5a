import type { BodyOf } from '#contract/endpoint.ts'
import type { createCategory } from '#contract/knowledge-base/categories.ts'

/**
 * A title and lines. Each line is a paragraph or begins with a prefix: `## ` for a heading, `1. ` and `- ` for list
 * items, `> ` for a tip.
 */
export type DemoText = [title: string, ...lines: string[]]

export type DemoArticle = {
  en: DemoText
  de?: DemoText
  labels?: string[]
  visibility?: 'customers' | 'team'
  reviewEveryDays?: number
  state?: 'draft' | 'in_review' | 'planned'
}

export type DemoCategory = {
  en: [name: string, description: string]
  de: [name: string, description: string]
  icon: NonNullable<BodyOf<typeof createCategory>['icon']>
  articles: DemoArticle[]
  below?: DemoCategory[]
}
