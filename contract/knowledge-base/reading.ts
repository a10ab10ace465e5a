import type { Problem } from '#contract/refusals.ts'
import type { CalloutKind } from '#contract/writing/document.ts'
import type { categoryIcons, visibilities } from './categories.ts'

/** Types for the content of the public pages. The server composes this content, and `web/knowledge-base` renders it. */

export type ReadingLink = { label: string; href: string }
export type TextLink = ReadingLink & { language: string }
export type CategoryCard = {
  name: string
  description: string
  icon: (typeof categoryIcons)[number]
  path: string
  articleCount: number
}
export type MarkedText = { text: string; isFound: boolean }[]
export type SearchHit = {
  id: string
  path: string
  language: string
  title: MarkedText
  heading: MarkedText | null
  excerpt: MarkedText
  category: string | null
  /** Percentage of readers who rated the article helpful; null with too few ratings. */
  helpfulShare: number | null
}
export type ArticleLine = { title: string; path: string; language: string; excerpt: string; publishedAt: string }

export type ReadingFrame = {
  language: string
  timeZone: string
  workspace: { name: string; logoUrl: string | null; accentColor: string | null }
  viewer: 'visitor' | 'customer' | 'team'
  homePath: string
  searchPath: string
  /** The languages of this page with their paths. Empty for pages without language versions, such as a preview. */
  editions: { language: string; path: string; isCurrent: boolean }[]
  headerLinks: ReadingLink[]
  footerLinks: ReadingLink[]
  assets: ReadingAssets
}

/** `style` is inlined CSS. `script` and `font` are URLs. */
export type ReadingAssets = { style: string; script: string; font: string }

export type ReadingImage = { url: string; alt: string; width: number | null; height: number | null }

/** All URLs are absolute. */
export type ReadingHead = {
  title: string
  description: string
  canonical: string | null
  isIndexed: boolean
  alternates: { language: string; url: string }[]
  feeds: { title: string; url: string }[]
  image: ReadingImage | null
  publishedAt: string | null
  updatedAt: string | null
  /** JSON-LD, one script per object. */
  data: object[]
}

type Page<Body> = { frame: ReadingFrame; head: ReadingHead; body: Body }

export type ReadingPages = {
  home: Page<{
    title: string
    text: string
    categories: CategoryCard[]
    pinned: ArticleLine[]
    popular: ArticleLine[]
    latest: ArticleLine[]
    loose: ArticleLine[]
  }>
  category: Page<{
    name: string
    description: string
    trail: ReadingLink[]
    categories: (CategoryCard & { articles: ArticleLine[] })[]
    articles: ArticleLine[]
  }>
  article: Page<{
    title: string
    /** Language of the text. It is the fallback language if the page's language has no text. */
    language: string
    /** The excerpt that an author wrote. Empty if the excerpt is only the beginning of the text. */
    intro: string
    trail: ReadingLink[]
    html: string
    contents: { text: string; anchor: string; level: number }[]
    updatedAt: string
    readMinutes: number
    /**
     * Articles of the same category; in a large category, only the nearest ones. Null if the category has no other
     * article, or if there is no category.
     */
    beside: { name: string; path: string; articles: (TextLink & { isCurrent: boolean })[]; count: number } | null
    previous: TextLink | null
    next: TextLink | null
    related: TextLink[]
    askPath: string
    /** URL of the Markdown version. Null in a preview, and if not everyone may read the article. */
    markdownPath: string | null
    /** Rating form; null if the article takes no feedback. */
    feedback: { path: string; articleId: string; votes: { helpful: number; all: number } | null } | null
    editPath: string | null
    /** Form to report a problem; null for readers outside the team. */
    remark: { path: string; articleId: string } | null
    /** The visibility of the article, for readers in the team. Null for other readers. */
    visibility: (typeof visibilities)[number] | null
    /** Expiry of the preview link; null outside previews. */
    previewUntil: string | null
  }>
  search: Page<{
    words: string
    found: SearchHit[]
    total: number
    /**
     * Links that limit the results to a top category. The first link, with `name` null, shows all results. Empty if
     * fewer than two categories have results and the reader has not chosen one.
     */
    topics: { name: string | null; path: string; count: number; isCurrent: boolean }[]
    spelling: { words: string; path: string } | null
    /** Other languages with results, if this language has no results. */
    elsewhere: { language: string; path: string; count: number }[]
    others: ArticleLine[]
    askPath: string
  }>
  missing: Page<{ isGone: boolean; signInPath: string | null }>
}

export type ReadingPageName = keyof ReadingPages
export type DrawnPage = { html: string; inlineStyles: string[]; inlineScripts: string[] }
export type DrawReadingPage = <N extends ReadingPageName>(name: N, content: ReadingPages[N]) => DrawnPage

export type EmbeddedSearch = {
  api: string
  domain: string
  language: string
  searchUrl: string
  askUrl: string
  accentColor: string | null
  words: ServedWords['embedded']
}

type ServedWords = {
  language: string
  help: string
  helpOf(name: string): string
  search: string
  more: string
  notFound: string
  previewOf(title: string): string
  updated(date: string): string
  document: Record<CalloutKind | 'done' | 'notDone' | 'video', string>
  failed: { title: string; again: string; textOf(problem: Pick<Problem, 'status' | 'requestId'>): string }
  faultOf(problem: Pick<Problem, 'status' | 'fields'>, mostOfComment: number): string
  /** Texts of the embedded search. `{words}` and `{count}` are placeholders. */
  embedded: {
    language: string
    format: string
    field: string
    suggestions: string
    count: { [form: string]: string; other: string }
    nothing: string
    ask: string
    failed: string
  }
}
export type FindServedWords = (language: string) => ServedWords
