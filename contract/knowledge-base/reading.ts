import type { Problem } from '#contract/refusals.ts'
import type { CalloutKind } from '#contract/writing/document.ts'
import type { categoryIcons, visibilities } from './categories.ts'

/**
 * What the public pages of the knowledge base are made of: the server finds these, `web/knowledge-base` writes and draws
 * them. Types only.
 */

export type ReadingLink = { label: string; href: string }
/** To a text, by the language that it is written in. */
export type TextLink = ReadingLink & { language: string }
export type CategoryCard = {
  name: string
  description: string
  icon: (typeof categoryIcons)[number]
  path: string
  articleCount: number
}
/** A text in parts, the words that were searched by themselves. */
export type MarkedText = { text: string; isFound: boolean }[]
/** An article that was found, by its section that fits best. */
export type FoundLine = {
  id: string
  path: string
  language: string
  title: MarkedText
  heading: MarkedText | null
  excerpt: MarkedText
  category: string | null
  /** Of a hundred readers, where enough have said so. */
  helpfulShare: number | null
}
export type ArticleLine = { title: string; path: string; language: string; excerpt: string; publishedAt: string }

/** What stands around every page. */
export type ReadingFrame = {
  language: string
  timeZone: string
  workspace: { name: string; logoUrl: string | null; accentColor: string | null }
  viewer: 'visitor' | 'customer' | 'team'
  homePath: string
  searchPath: string
  /** This page in each language it can be read in, where there is more than one. */
  editions: { language: string; path: string; isCurrent: boolean }[]
  headerLinks: ReadingLink[]
  footerLinks: ReadingLink[]
  assets: ReadingAssets
}

/** The rules of the style sheet, and the addresses of the others. */
export type ReadingAssets = { style: string; script: string; font: string }

/** What stands for a page where somebody links to it. */
export type ReadingImage = { url: string; alt: string; width: number | null; height: number | null }

/** What a page tells of itself to programs; addresses are whole. */
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
  /** JSON-LD, one script each. */
  data: object[]
}

type Page<Body> = { frame: ReadingFrame; head: ReadingHead; body: Body }

export type ReadingPages = {
  home: Page<{
    /** Where the workspace has one of its own. */
    title: string
    text: string
    categories: CategoryCard[]
    pinned: ArticleLine[]
    /** What is read the most of late. */
    popular: ArticleLine[]
    latest: ArticleLine[]
    /** Those that stand in no category. */
    loose: ArticleLine[]
  }>
  category: Page<{
    name: string
    description: string
    trail: ReadingLink[]
    /** Right in it, each with the first articles of what stands in and below that. */
    categories: (CategoryCard & { articles: ArticleLine[] })[]
    articles: ArticleLine[]
  }>
  article: Page<{
    title: string
    /** That it is written in: the page's, or the first where the page's is missing. */
    language: string
    /** Where it is more than the first paragraph. */
    intro: string
    trail: ReadingLink[]
    html: string
    contents: { text: string; anchor: string; level: number }[]
    updatedAt: string
    readMinutes: number
    /** What stands in the same category, in order; of many those next to the article. */
    beside: { name: string; path: string; articles: (TextLink & { isCurrent: boolean })[]; count: number } | null
    previous: TextLink | null
    next: TextLink | null
    related: TextLink[]
    askPath: string
    /** The same in Markdown, of what everybody may read. */
    markdownPath: string | null
    /** Where it is said whether it helped; null where the article does not ask. */
    feedback: { path: string; articleId: string; votes: { helpful: number; all: number } | null } | null
    /** For those who may write here. */
    editPath: string | null
    /** Where the team says what is wrong with it. */
    remark: { path: string; articleId: string } | null
    /** For the team: who may read it, where that is not everybody. */
    visibility: (typeof visibilities)[number] | null
    /** Of a draft that somebody was sent: how long its link lasts. */
    previewUntil: string | null
  }>
  search: Page<{
    words: string
    found: FoundLine[]
    /** Of which those are the best. */
    total: number
    /** What of all that was found stands under each topic, first all of it, without a name; none where one has it all. */
    topics: { name: string | null; path: string; count: number; isCurrent: boolean }[]
    /** The words as they were most likely meant. */
    spelling: { words: string; path: string } | null
    /** Where nothing was found: the other languages in which there is something, */
    elsewhere: { language: string; path: string; count: number }[]
    /** and what others read. */
    others: ArticleLine[]
    askPath: string
  }>
  missing: Page<{ isGone: boolean; signInPath: string | null }>
}

export type ReadingPageName = keyof ReadingPages
/** A page, with what stands in it that a policy has to name. */
export type DrawnPage = { html: string; inlineStyles: string[]; inlineScripts: string[] }
export type DrawReadingPage = <N extends ReadingPageName>(name: N, content: ReadingPages[N]) => DrawnPage

/** What the server itself writes in the language of a page: titles, feeds, answers to a form. */
/** What the search that stands on other sites is given, in the language of its script. */
export type EmbeddedSearch = {
  /** Origin of the API. */
  api: string
  domain: string
  language: string
  searchUrl: string
  /** Where a request is written. */
  askUrl: string
  accentColor: string | null
  words: ServedWords['embedded']
}

type ServedWords = {
  /** The language that they are in. */
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
  /** Why what a reader said was not taken. */
  faultOf(problem: Pick<Problem, 'status' | 'fields'>, mostOfComment: number): string
  /** Of the search on other sites; `{words}` and `{count}` are places that it fills. */
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
