import { z } from 'zod'
import { baseOf, endpoint, Id, idParams, line, Nothing, settingsBody, visible } from '#contract/endpoint.ts'
import { InLanguage, Language, mostLanguages } from '#contract/workspace/languages.ts'
import { Slug } from '#contract/writing/slugs.ts'

export const knowledgeBaseRefusals = {
  'category-not-found': { status: 404, text: 'There is no such category' },
  'category-too-deep': { status: 409, text: 'Categories can be nested at most five levels deep' },
  'category-in-itself': { status: 409, text: 'A category cannot be inside itself' },
  'category-not-empty': {
    status: 409,
    text: 'This category is not empty. Choose where its articles and subcategories go.',
  },
  'category-slug-taken': { status: 409, text: 'Another category has this slug' },
  'too-many-categories': { status: 409, text: 'A knowledge base has at most 1,000 categories' },
  'article-not-found': { status: 404, text: 'There is no such article' },
  'section-not-found': { status: 404, text: 'There is no such section in the article' },
  'article-in-trash': { status: 409, text: 'This article is in the trash. Restore it before you change it.' },
  'article-is-template': { status: 409, text: 'A template cannot be published. Create an article from it.' },
  'template-live': {
    status: 409,
    text: 'This article is published or scheduled. Unpublish it before you make it a template.',
  },
  'article-archived': { status: 409, text: 'This text is archived. Unarchive it before you publish it.' },
  'related-to-itself': { status: 409, text: 'An article cannot be related to itself' },
  'not-a-sibling': { status: 409, text: 'An item can only be moved before an item of the same category' },
  'slug-taken': { status: 409, text: 'Another article has this slug in this language' },
  'feedback-not-taken': { status: 409, text: 'Feedback is turned off for this article' },
  'feedback-not-found': { status: 404, text: 'There is no such feedback' },
  'feedback-not-answerable': {
    status: 409,
    text: 'This feedback cannot be answered because it has no comment or no e-mail address',
  },
  'language-unknown': { status: 400, text: 'The workspace does not use this language' },
  'language-in-use': { status: 409, text: 'There are texts in this language, so it cannot be removed' },
  'text-not-found': { status: 404, text: 'This article has no text in this language' },
  'title-missing': { status: 409, text: 'Give the article a title before it is published' },
  'time-in-the-past': { status: 400, text: 'Choose a time in the future' },
  'version-not-found': { status: 404, text: 'There is no such version' },
  'owner-not-active': { status: 409, text: 'This member is not active and cannot own the article' },
  'document-invalid': { status: 400, text: 'This document is not valid' },
} as const

export const visibilities = ['public', 'customers', 'team', 'unlisted'] as const
export const readingAudiences = ['public', 'customers', 'team'] as const

export const categoryIcons = [
  ...['book', 'rocket', 'life-buoy', 'settings', 'users', 'calendar', 'credit-card', 'shield', 'mail', 'phone'],
  ...['plug', 'code', 'bell', 'chart', 'file', 'globe', 'lock', 'star', 'wrench', 'message'],
] as const

export const mostDepth = 5
export const mostCategories = 1000

/** A path on the same host. Two leading slashes would name another host. */
export const OwnPath = visible()
  .trim()
  .max(1000, 'Use at most 1,000 characters')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^\/(?![/\\])[^\s\\?#\u0000-\u001f]*$/, 'Enter a path of this host without a query, like /hc/articles/12')

export const guarded = { counts: 'write', needs: ['service'] } as const
export const editorRead = { for: ['admin', 'key'], scope: 'knowledge-base:read' } as const
export const editorWrite = { for: ['admin', 'key'], scope: 'knowledge-base:write', ...guarded } as const
export const changing = { ...editorWrite, takesIfMatch: true } as const
export const publicRead = { for: ['team', 'customer', 'visitor', 'key'], scope: 'knowledge-base:read' } as const

export const Category = z.object({
  id: Id,
  parent: Id.nullable(),
  name: z.string().describe('Name in the requested language, or else in the first language'),
  slug: z.string(),
  description: z.string(),
  icon: z.enum(categoryIcons),
  visibility: z.enum(visibilities).optional().describe('For admins: own setting, which parents may narrow'),
  articleCount: z.number().int().describe('Articles in the category and its subcategories that the caller may see'),
  texts: z
    .array(z.object({ language: z.string(), name: z.string(), description: z.string() }))
    .optional()
    .describe('For admins: name and description in each language'),
})

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/categories',
  ...publicRead,
  summary: 'The tree of categories, in order: each category follows its parent',
  query: InLanguage,
  answer: z.object({ items: z.array(Category), next: z.null() }),
})

export const showCategory = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/categories/:id',
  ...publicRead,
  summary: 'One category',
  params: idParams,
  query: InLanguage,
  answer: Category,
  refusals: ['category-not-found'],
})

const categoryFields = z.strictObject({
  name: line(80).min(1, 'Enter a name'),
  description: line(300),
  slug: Slug,
  icon: z.enum(categoryIcons),
  visibility: z.enum(visibilities),
  language: Language.describe('The language of `name` and `description`; default: the first language'),
})

// The values that the caller read before the change. `name` may be empty here, because it is empty in a language
// without a translation.
const categoryBase = baseOf({
  ...categoryFields.omit({ language: true }).shape,
  name: line(80),
  parent: Id.nullable(),
})

export const createCategory = endpoint({
  method: 'POST',
  path: '/api/v1/knowledge-base/categories',
  ...editorWrite,
  summary: 'Creates a category as the last child of its parent',
  status: 201,
  body: categoryFields.partial().extend({ name: categoryFields.shape.name, parent: Id.nullable().optional() }),
  answer: Category,
  refusals: [
    'language-unknown',
    'category-in-itself',
    'category-not-found',
    'category-too-deep',
    'category-slug-taken',
    'too-many-categories',
  ],
})

export const changeCategory = endpoint({
  method: 'PATCH',
  path: '/api/v1/knowledge-base/categories/:id',
  ...editorWrite,
  summary: 'Changes a category. `parent` moves it to the end of another category',
  params: idParams,
  body: categoryFields.partial().extend({ parent: Id.nullable().optional(), base: categoryBase.optional() }),
  answer: Category,
  refusals: [
    'language-unknown',
    'category-not-found',
    'category-in-itself',
    'category-too-deep',
    'category-slug-taken',
    'conflict',
  ],
})

export const moveCategory = endpoint({
  method: 'PUT',
  path: '/api/v1/knowledge-base/categories/:id/position',
  ...editorWrite,
  summary: 'Moves a category into another category, before a given category or to the end',
  params: idParams,
  body: z.strictObject({ parent: Id.nullable(), before: Id.nullable().default(null) }),
  answer: Category,
  refusals: ['category-not-found', 'category-in-itself', 'category-too-deep', 'not-a-sibling'],
})

export const deleteCategory = endpoint({
  method: 'DELETE',
  path: '/api/v1/knowledge-base/categories/:id',
  ...editorWrite,
  summary: 'Deletes a category. Its articles and subcategories move to the category `to`',
  params: idParams,
  query: z.strictObject({ to: z.union([Id, z.literal('root')]).optional() }),
  answer: Nothing,
  refusals: ['category-in-itself', 'category-not-found', 'category-not-empty'],
})

const LanguageList = z.object({
  items: z.array(z.string()),
  plainSlugs: z
    .array(z.string())
    .describe('Languages with slugs of only a to z: `ueber-uns`. Other languages keep their letters: `über-uns`'),
  next: z.null(),
})

export const showLanguages = endpoint({
  method: 'GET',
  path: '/api/v1/languages',
  for: ['team', 'customer', 'visitor', 'key'],
  scope: ['knowledge-base:read', 'content:read'],
  summary: 'The languages of the workspace. Every text exists in the first one',
  answer: LanguageList,
})
const LanguageCodes = z.array(Language).max(mostLanguages)
export const changeLanguages = endpoint({
  method: 'PUT',
  path: '/api/v1/languages',
  for: ['admin'],
  counts: 'write',
  needs: [],
  summary: 'Sets the languages of the workspace',
  body: z.strictObject({
    items: LanguageCodes.min(1, 'Choose a language'),
    base: LanguageCodes.optional().describe(
      'The languages as you last read them. If they have changed since, the call is refused with 409.',
    ),
    plainSlugs: LanguageCodes.optional().describe('Default: unchanged. A change applies to new slugs only'),
    plainSlugsBase: LanguageCodes.optional().describe('`plainSlugs` as you last read them, like `base`'),
  }),
  answer: LanguageList,
  refusals: ['language-in-use', 'conflict'],
})

const PageHref = visible()
  .trim()
  .max(2000, 'Use at most 2000 characters')
  .regex(/^(https?:\/\/\S+|mailto:\S+|tel:\S+|\/(?![/\\])\S*)$/i, 'Use an address like https://… or /…')
export const PageLinks = z.array(z.strictObject({ label: line(60).min(1, 'Enter a name'), href: PageHref }))
const HomeText = z.strictObject({ title: line(120).default(''), text: line(300).default('') })
export const HomeTexts = z
  .record(Language, HomeText)
  .refine((texts) => Object.keys(texts).length <= mostLanguages, 'Use at most 30 languages')

const settings = {
  isOpen: z.boolean().describe('`false`: only the team can read the knowledge base'),
  audience: z.enum(['public', 'customers']).describe('`public`: everyone. `customers`: signed-in customers'),
  onMissing: z
    .enum(['first-language', 'not-found'])
    .describe('What readers get for a text that is missing in their language: the `first-language` or `not-found`'),
  home: HomeTexts.describe('Title and text above the search of the home page, by language. Empty: the default'),
  headerLinks: PageLinks.max(8, 'Use at most 8 links'),
  footerLinks: PageLinks.max(20, 'Use at most 20 links').describe('For example imprint and privacy'),
  suggestsByMail: z
    .boolean()
    .describe('The confirmation mail of a request lists up to three public articles that may answer it'),
}
const ofSettings = { path: '/api/v1/knowledge-base/settings', answer: z.object(settings), for: ['admin'] } as const

export const showKnowledgeBaseSettings = endpoint({
  ...ofSettings,
  method: 'GET',
  summary: 'The settings of the knowledge base: whether it is open, for whom, and its texts and links',
})
export const changeKnowledgeBaseSettings = endpoint({
  ...ofSettings,
  method: 'PATCH',
  counts: 'write',
  // Needs no `service`, so that admins can close the knowledge base even after the trial.
  needs: [],
  summary: 'Changes the settings of the knowledge base. They apply from the next request',
  body: settingsBody(settings),
  refusals: ['conflict'],
})
