import { z } from 'zod'
import { endpoint, Id, idParams, line, Nothing, paging, Time, Whole } from '#contract/endpoint.ts'
import { followedPageOf, followingOrder, followingQuery } from '#contract/search/following.ts'
import { InLanguage, Language } from '#contract/workspace/languages.ts'
import type { Document } from '#contract/writing/document.ts'
import { FailedPlan } from '#contract/writing/failed-plan.ts'
import { Slug } from '#contract/writing/slugs.ts'
import { changing, editorRead, editorWrite, OwnPath, publicRead, visibilities } from './categories.ts'

export const articleStatuses = ['draft', 'in_review', 'published', 'archived'] as const

export const PersonOfArticle = z.object({ id: Id, name: z.string() })
const NamedArticle = z.object({ id: Id, title: z.string() })
const TextState = z.object({
  language: z.string(),
  status: z.enum(articleStatuses),
  slug: z.string(),
  hasChanges: z.boolean(),
  isLive: z.boolean(),
  isOutdated: z.boolean().describe('The first language was published after this translation'),
  publishAt: Time.nullable(),
  unpublishAt: Time.nullable(),
})

const readerFields = {
  id: Id,
  title: z.string(),
  slug: z.string(),
  url: z.string(),
  excerpt: z.string(),
  language: z.string(),
  category: z.object({ id: Id, name: z.string() }).nullable(),
  labels: z.array(z.string()),
  isPinned: z.boolean(),
  publishedAt: Time.nullable(),
  updatedAt: Time,
}
const AdminFields = z.object({
  status: z.enum(articleStatuses),
  hasChanges: z.boolean(),
  isLive: z.boolean(),
  liveSlug: z.string().nullable().describe('Slug of the live text; a changed `slug` is live after a publication'),
  visibility: z.enum(visibilities),
  languages: z.array(TextState),
  owner: PersonOfArticle.nullable(),
  reviewer: PersonOfArticle.nullable(),
  takesFeedback: z.boolean(),
  views: z.number().int().describe('A reader counts once a day. Crawlers and the team do not count'),
  helpful: z.number().int().describe('Readers who rated the article helpful'),
  unhelpful: z.number().int(),
  reviewEveryDays: z.number().int().nullable(),
  reviewedAt: Time.nullable().describe('Time of the last publication or review'),
  reviewDueAt: Time.nullable().describe('Time of the next review; null without a review interval or a live text'),
  revision: z.number().int(),
  isTemplate: z.boolean().describe('A template is copied to create articles. It is never published'),
  isTrashed: z.boolean(),
  createdAt: Time,
  createdBy: PersonOfArticle.nullable(),
  updatedBy: PersonOfArticle.nullable(),
})

export const ArticleRow = z.object({ ...readerFields, ...AdminFields.partial().shape })

export const Article = ArticleRow.extend({
  document: z.unknown().describe('The text as editor JSON'),
  html: z.string(),
  metaTitle: z.string(),
  metaDescription: z.string(),
  socialImage: Id.nullable(),
  publishAt: Time.nullable().optional(),
  unpublishAt: Time.nullable().optional(),
  files: z
    .array(z.object({ id: Id, url: z.string(), bytes: z.number().int() }))
    .optional()
    .describe('For admins: the files of the document, with signed URLs that expire'),
  namesakes: z.array(NamedArticle).optional().describe('For admins: at most five others with this title and language'),
  related: z
    .array(NamedArticle)
    .optional()
    .describe('For admins: related articles chosen by hand, in order. If there are none, readers get similar articles'),
  leadsTo: z
    .object({ article: NamedArticle.nullable(), path: z.string().nullable() })
    .nullish()
    .describe('For admins: the redirect of an archived text; null if its URL answers 410'),
  socialImageUrl: z.string().nullish().describe('For admins: a signed URL that expires'),
  failedPlan: FailedPlan.nullish().describe('For admins: the last schedule, if it failed'),
})
export type EditedArticle = z.output<typeof Article> & z.output<typeof AdminFields> & { document: Document }

export const listArticles = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/articles',
  ...publicRead,
  counts: 'search',
  summary: 'Lists articles: drafts for admins, else published articles that the caller may read',
  query: InLanguage.extend({
    ...paging,
    q: z.string().max(256).optional().describe('Words of title and text, in `language`; if omitted, in any language'),
    category: z
      .union([Id, z.literal('none')])
      .optional()
      .describe('Only in this category and its subcategories. `none`: only without a category'),
    below: z.stringbool().default(true).describe('`false`: without subcategories of `category`'),
    label: z.string().max(50).optional(),
    status: z
      .enum([...articleStatuses, 'template', 'trash'])
      .optional()
      .describe('Templates are listed only with `template`'),
    visibility: z.enum(visibilities).optional(),
    owner: Id.optional(),
    hasChanges: z.stringbool().optional(),
    isPlanned: z.stringbool().optional().describe('A publication is scheduled'),
    isRead: z.stringbool().optional().describe('`true`: read at least once. `false`: never read'),
    isRatedPoorly: z.stringbool().optional().describe('Less than 70 % of its ratings are positive'),
    isStale: z.stringbool().optional().describe('Due for review'),
    isRemarked: z.stringbool().optional().describe('The team reported a problem that is not resolved'),
    writtenIn: Language.optional().describe('Has a text in this language'),
    missingIn: Language.optional().describe('Has no text in this language'),
    isOutdated: z.stringbool().optional().describe('A translation is outdated'),
    outdatedIn: Language.optional().describe('The translation in this language is outdated'),
    order: z
      .enum(['updated', 'title', 'position', 'popular', 'helpful', followingOrder])
      .default('updated')
      .describe(
        'For admins, `popular`: most views first. `helpful`: lowest share of helpful ratings first, articles without ratings last. ' +
          '`updated-ascending`: for programs that copy all articles, with templates and the trash. ' +
          'For others, `popular`: most read recently first, at most 100 articles; all other values: latest first',
      ),
    ...followingQuery,
  }),
  answer: followedPageOf(ArticleRow),
  refusals: ['follow-whole-list', 'updated-after-needs-order'],
})

export const showArticle = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/articles/:id',
  ...publicRead,
  hasEtag: true,
  summary: 'One article by id or slug. Admins get the draft, with an ETag for If-Match',
  params: z.strictObject({ id: z.string().max(200) }),
  query: InLanguage,
  answer: Article,
})

const Amount = z.number().int()

export const showKnowledgeBaseReport = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/report',
  ...editorRead,
  summary: 'Counts of articles by status and language, their views, and what is waiting',
  query: InLanguage,
  answer: z.object({
    articles: Amount.describe('Without the trash'),
    byStatus: z
      .object({ draft: Amount, in_review: Amount, published: Amount, archived: Amount })
      .describe('Texts in the requested language'),
    withChanges: Amount,
    planned: Amount,
    withoutCategory: Amount,
    ratedPoorly: Amount.describe('Articles with less than 70 % positive ratings'),
    stale: Amount.describe('Articles due for review'),
    outdated: Amount.describe('Articles with an outdated translation'),
    remarked: Amount.describe('Articles with a reported problem that is not resolved'),
    templates: Amount,
    trashed: Amount,
    languages: z.array(
      z.object({
        language: z.string(),
        written: Amount,
        live: Amount,
        outdated: Amount.describe('Translations after which the first language was published again'),
      }),
    ),
    views: Amount.describe('Views of all existing articles. A reader counts once a day'),
    helpful: Amount.describe('Positive ratings in the last 30 days'),
    unhelpful: Amount,
    openFeedback: Amount.describe('Open feedback: comments and negative ratings'),
    labels: z.array(z.string()).describe('Labels in use, most used first, at most 200'),
  }),
})

export const mostRelated = 10

const textFields = z.strictObject({
  title: line(200),
  slug: Slug,
  excerpt: line(300),
  metaTitle: line(70),
  metaDescription: line(170),
  socialImage: Id.nullable(),
  document: z.unknown(),
  markdown: z.string().max(1_048_576),
  html: z.string().max(1_048_576),
})
const articleFields = z.strictObject({
  category: Id.nullable(),
  visibility: z.enum(visibilities),
  owner: Id.nullable(),
  reviewer: Id.nullable(),
  labels: z.array(line(50).min(1)).max(20, 'An article has at most 20 labels'),
  isPinned: z.boolean(),
  takesFeedback: z.boolean(),
  reviewEveryDays: z.int().min(1).max(1000).nullable(),
  isTemplate: z.boolean(),
  related: z
    .array(Id)
    .max(mostRelated, `Choose at most ${mostRelated} articles`)
    .refine((ids) => new Set(ids).size === ids.length, 'List each article once'),
})
type WrittenBody = { document?: unknown; markdown?: string | undefined; html?: string | undefined }
const withOneText = <Body extends z.ZodType<WrittenBody>>(body: Body) =>
  body.refine(
    ({ document, markdown, html }) => [document, markdown, html].filter((text) => text !== undefined).length <= 1,
    {
      path: ['document'],
      error: 'Send only one of document, markdown and html',
    },
  )
const Draft = textFields.partial().extend({ language: Language.optional() }).extend(articleFields.partial().shape)
const mostOfArticle = 2_097_152

export const createArticle = endpoint({
  method: 'POST',
  path: '/api/v1/knowledge-base/articles',
  ...editorWrite,
  hasEtag: true,
  summary: 'Creates an article, as a draft',
  status: 201,
  bodyLimit: mostOfArticle,
  body: withOneText(Draft),
  answer: Article,
  refusals: [
    'file-not-found',
    ...(['category-not-found', 'slug-taken', 'language-unknown'] as const),
    ...(['document-invalid', 'owner-not-active', 'article-not-found'] as const),
  ],
})

const conflicting = ['conflict', 'changed-meanwhile', 'slug-taken', 'document-invalid', 'article-in-trash'] as const

export const changeArticle = endpoint({
  method: 'PATCH',
  path: '/api/v1/knowledge-base/articles/:id',
  ...changing,
  summary:
    'Changes the draft of one language, and properties of the article. With `base`, changes of others are merged',
  params: idParams,
  bodyLimit: mostOfArticle,
  body: withOneText(
    Draft.extend({ base: Whole.min(1).optional().describe('The revision that this change is based on') }),
  ),
  answer: Article,
  refusals: [
    'owner-not-active',
    'category-not-found',
    'file-not-found',
    ...conflicting,
    'related-to-itself',
    'template-live',
  ],
})

export const deleteArticle = endpoint({
  method: 'DELETE',
  path: '/api/v1/knowledge-base/articles/:id',
  ...changing,
  summary: 'Moves an article to the trash, which keeps it for 30 days',
  params: idParams,
  answer: Nothing,
})

const articleState = <const Noun extends string>(noun: Noun) =>
  ({
    path: `/api/v1/knowledge-base/articles/:id/${noun}`,
    params: idParams,
    ...changing,
    answer: Article,
  }) as const

export const untrashArticle = endpoint({
  ...articleState('trash'),
  method: 'DELETE',
  summary: 'Restores an article from the trash, as a draft',
})
export const moveArticle = endpoint({
  ...articleState('position'),
  method: 'PUT',
  summary: 'Moves an article to a category, before another article or to the end',
  body: z.strictObject({ category: Id.nullable(), before: Id.nullable().default(null) }),
  refusals: ['not-a-sibling', 'category-not-found'],
})
export const confirmArticle = endpoint({
  ...articleState('confirmation'),
  method: 'PUT',
  summary: 'Marks an article as reviewed, which restarts its review interval',
})
export const publishArticle = endpoint({
  ...articleState('publication'),
  method: 'PUT',
  summary:
    'Publishes the draft of a language, now or at the time `at`, and unpublishes it at `until`. An unchanged live draft is not published again',
  body: InLanguage.extend({
    ...{ at: Time.optional(), note: line(300).optional() },
    until: Time.nullable()
      .optional()
      .describe('When the text is unpublished; null: never. Without `until` but with `at`, the scheduled end stays'),
    back: z
      .enum(['published', 'in_review'])
      .optional()
      .describe('Undoes an unpublication: restores the last publication with its dates. The draft gets this status'),
  }).refine(({ at, note, back }) => !back || (!at && !note), { path: ['back'], error: 'Send it without at and note' }),
  refusals: [
    ...(['title-missing', 'slug-taken', 'text-not-found', 'article-archived', 'time-in-the-past'] as const),
    ...(['article-is-template', 'document-invalid', 'version-not-found'] as const),
  ],
})
export const unpublishArticle = endpoint({
  ...articleState('publication'),
  method: 'DELETE',
  summary: 'Unpublishes a language, now or at the time `at`, or cancels its scheduled publication. The draft stays',
  query: InLanguage.extend({ at: Time.optional() }),
  refusals: ['text-not-found', 'time-in-the-past'],
})
export const unplanArticle = endpoint({
  ...articleState('plan'),
  method: 'DELETE',
  summary: 'Cancels the schedule of a language. The live text stays',
  query: InLanguage,
  refusals: ['text-not-found'],
})
export const sendForReview = endpoint({
  ...articleState('review'),
  method: 'PUT',
  summary: 'Sends the draft of a language for review',
  body: InLanguage.extend({
    reviewer: Id.nullable().optional().describe('An admin, who gets a mail'),
    back: z
      .boolean()
      .optional()
      .describe('`true` undoes the end of a review: the sender stays the same, and a reviewer gets no second mail'),
  }),
  refusals: ['text-not-found', 'article-archived', 'owner-not-active', 'reviewer-unfit'],
})
export const endReview = endpoint({
  ...articleState('review'),
  method: 'DELETE',
  summary: 'Ends the review and returns the draft to its sender',
  query: InLanguage,
})
export const archiveArticle = endpoint({
  ...articleState('archive'),
  method: 'PUT',
  summary: 'Archives a text. Its URL answers 410, or redirects to another article or path',
  body: InLanguage.extend({
    to: Id.nullable().default(null).describe('The article that its URL redirects to'),
    path: OwnPath.nullable().default(null).describe('A path on this host to redirect to, instead of an article'),
  }).refine(({ to, path }) => !to || !path, { path: ['path'], error: 'Send only one of `to` and `path`' }),
  refusals: ['article-is-template', 'text-not-found', 'article-not-found'],
})
export const unarchiveArticle = endpoint({
  ...articleState('archive'),
  method: 'DELETE',
  summary: 'Unarchives a text, as a draft',
  query: InLanguage,
})

const ofTranslation = {
  path: '/api/v1/knowledge-base/articles/:id/translations/:language',
  params: z.strictObject({ id: Id, language: Language }),
  for: ['admin', 'key'],
  answer: Article,
} as const

export const showTranslation = endpoint({
  ...ofTranslation,
  method: 'GET',
  scope: 'knowledge-base:read',
  hasEtag: true,
  summary: 'The draft of one language',
})
export const writeTranslation = endpoint({
  ...ofTranslation,
  ...changing,
  method: 'PUT',
  scope: 'knowledge-base:write',
  summary: 'Writes the draft of one language, and creates it if needed',
  bodyLimit: mostOfArticle,
  body: withOneText(textFields.partial().extend({ base: Whole.min(1).optional() })),
  refusals: ['file-not-found', ...conflicting, 'language-unknown'],
})
