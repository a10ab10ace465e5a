import { keysOf } from '#contract/keys-of.ts'
import { fewestHelped } from '#contract/texts.ts'
import { isUuid } from '#contract/uuid.ts'
import { withQuery } from '#web/lib/list/with-query.ts'
import { articlesPath } from './addresses.ts'
import type { ArticleStatus, Visibility } from './types.ts'

export type Stage =
  | ArticleStatus
  | 'changes'
  | 'planned'
  | 'unread'
  | 'poor'
  | 'stale'
  | 'outdated'
  | 'remarked'
  | 'template'
  | 'trash'

export const stageNames: Record<Stage, string> = {
  draft: 'Drafts',
  in_review: 'In review',
  published: 'Published',
  changes: 'Unpublished changes',
  planned: 'Scheduled',
  unread: 'Without views',
  poor: `Rated below ${fewestHelped} %`,
  stale: 'Due for review',
  outdated: 'Outdated translations',
  remarked: 'With comments',
  template: 'Templates',
  archived: 'Archived',
  trash: 'Trash',
}
export const stages = keysOf(stageNames)
const visibilities: Visibility[] = ['public', 'customers', 'team', 'unlisted']

export type Order = 'title' | 'popular' | 'helpful'
const orders: Order[] = ['title', 'popular', 'helpful']

export type ArticlesQuery = {
  q: string
  category: string | null
  stage: Stage | null
  visibility: Visibility | null
  owner: string | null
  label: string | null
  /** Filter by language. `de`: with a German text. `-de`: without one. `~de`: with an outdated one. */
  language: string | null
  order: Order | null
  cursor: string | null
}

const languagePattern = /^[-~]?[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

export function readArticlesQuery(search: URLSearchParams): ArticlesQuery {
  const fitting = (name: string, fits: (value: string) => boolean) => {
    const value = search.get(name)
    return value && fits(value) ? value : null
  }
  return {
    q: search.get('q')?.trim().slice(0, 256) ?? '',
    category: fitting('category', (value) => value === 'none' || isUuid(value)),
    stage: stages.find((stage) => stage === search.get('status')) ?? null,
    visibility: visibilities.find((visibility) => visibility === search.get('visibility')) ?? null,
    owner: fitting('owner', (value) => isUuid(value)),
    label: fitting('label', (value) => value.length <= 50),
    language: fitting('language', (value) => value.length <= 21 && languagePattern.test(value)),
    order: orders.find((order) => order === search.get('order')) ?? null,
    cursor: search.get('cursor'),
  }
}

const stageFilters = {
  draft: { status: 'draft' },
  in_review: { status: 'in_review' },
  published: { status: 'published' },
  changes: { hasChanges: 'true' },
  planned: { isPlanned: 'true' },
  unread: { isRead: 'false' },
  poor: { isRatedPoorly: 'true' },
  stale: { isStale: 'true' },
  outdated: { isOutdated: 'true' },
  remarked: { isRemarked: 'true' },
  template: { status: 'template' },
  archived: { status: 'archived' },
  trash: { status: 'trash' },
} as const

export const matchOf = ({ q, category, stage, visibility, owner, label, language }: ArticlesQuery) => ({
  ...{ q: q || undefined, category: category ?? undefined, visibility: visibility ?? undefined },
  ...{ owner: owner ?? undefined, label: label ?? undefined },
  ...(stage && stageFilters[stage]),
  ...(language && inLanguage(language)),
})

function inLanguage(language: string) {
  if (language.startsWith('-')) return { missingIn: language.slice(1) }
  if (language.startsWith('~')) return { outdatedIn: language.slice(1), language: language.slice(1) }
  return { writtenIn: language, language }
}

/**
 * Returns the language in which the list shows its texts. Undefined for the main language, and for a filter such as
 * `-de`, which lists articles without a German text.
 */
export const shownLanguage = ({ language }: ArticlesQuery): string | undefined =>
  language && !language.startsWith('-') ? language.replace('~', '') : undefined

export const articlesHref = ({ stage, ...others }: Partial<ArticlesQuery>): string =>
  withQuery(articlesPath, { status: stage, ...others })

export const isFiltered = ({ q, visibility, owner, label, language, stage, category }: ArticlesQuery) =>
  Boolean(q || visibility || owner || label || language || (stage && category))

export const isWhole = ({ cursor: _, order: __, ...query }: ArticlesQuery) =>
  Object.values(query).every((value) => !value)

export const replaceHref = (query: ArticlesQuery) =>
  articlesHref({ ...query, order: null, cursor: null }).replace(articlesPath, `${articlesPath}/replace`)

export const withoutFilters = ({ stage, category, order }: ArticlesQuery): Partial<ArticlesQuery> =>
  category ? { category, order } : { stage, order }
