import { z } from 'zod'
import { baseOf, endpoint, Id, idParams, line, Nothing } from '#contract/endpoint.ts'
import { Language } from '#contract/workspace/languages.ts'
import { Slug } from '#contract/writing/slugs.ts'
import { contentRead, contentWrite } from './models.ts'

export const contentCategoryRefusals = {
  'content-category-not-found': { status: 404, text: 'There is no such category' },
  'content-category-too-deep': { status: 409, text: 'Categories can be nested at most six levels deep' },
  'content-category-not-empty': { status: 409, text: 'The category is not empty. Set `to` to a category or `none`.' },
  'too-many-content-categories': { status: 409, text: 'A workspace has at most 1,000 categories. Delete one first.' },
  'content-category-slug-taken': { status: 409, text: 'Another category at the same level has this slug' },
} as const

export const mostContentDepth = 6
export const mostContentCategories = 1000

export const ContentCategory = z.object({
  id: Id,
  parent: Id.nullable(),
  name: z.string().describe('Name in the requested language, or in the first language if it is not translated'),
  slug: z.string(),
  description: z.string(),
  picture: Id.nullable().describe('A picture of the media library'),
  shown: z
    .object({ name: z.string(), thumbnail: z.string() })
    .nullable()
    .describe('The name of that picture, and a temporary thumbnail URL. Null if the picture was deleted'),
  entryCount: z.int().describe('Entries in this category, including drafts. Subcategories are not counted'),
  texts: z.array(z.object({ language: z.string(), name: z.string(), description: z.string() })),
})
export type ContentCategory = z.output<typeof ContentCategory>

const path = '/api/v1/content-categories'
const inLanguage = z.strictObject({ locale: Language.optional().describe('Default: the first language') })

export const listContentCategories = endpoint({
  method: 'GET',
  path,
  ...contentRead,
  summary: 'The tree of content categories, in order: each category follows its parent',
  query: inLanguage,
  answer: z.object({ items: z.array(ContentCategory), next: z.null() }),
})

export const showContentCategory = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  ...contentRead,
  summary: 'One content category',
  params: idParams,
  query: inLanguage,
  answer: ContentCategory,
  refusals: ['content-category-not-found'],
})

const fields = z.strictObject({
  name: line(80).min(1, 'Enter a name'),
  slug: Slug.describe('Default: made from the name. Unique among categories with the same parent'),
  description: line(300),
  picture: Id.nullable(),
  parent: Id.nullable(),
  locale: Language.describe('The language of name and description. Default: the first language'),
})

// The values that the caller read before the change. `name` may be empty here, because it is empty in a language
// without a translation.
const base = baseOf({ ...fields.omit({ locale: true }).shape, name: line(80) })

export const createContentCategory = endpoint({
  method: 'POST',
  path,
  ...contentWrite,
  summary: 'Creates a category as the last child of its parent',
  status: 201,
  body: fields.partial().extend({ name: fields.shape.name }),
  answer: ContentCategory,
  refusals: [
    ...(['content-category-not-found', 'content-category-too-deep', 'too-many-content-categories'] as const),
    ...(['content-category-slug-taken', 'language-unknown', 'media-not-found'] as const),
  ],
})

export const changeContentCategory = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  ...contentWrite,
  summary: 'Changes a category. A new `parent` moves the category to the end of that parent',
  params: idParams,
  body: fields.partial().extend({ base: base.optional() }),
  answer: ContentCategory,
  refusals: [
    'content-category-not-found',
    'conflict',
    'category-in-itself',
    'content-category-too-deep',
    'content-category-slug-taken',
    'language-unknown',
    'media-not-found',
  ],
})

export const moveContentCategory = endpoint({
  method: 'PUT',
  path: `${path}/:id/position`,
  ...contentWrite,
  summary: 'Moves a category into `parent`, before its child `before`. Without `before`: to the end',
  params: idParams,
  body: z.strictObject({ parent: Id.nullable(), before: Id.nullable().default(null) }),
  answer: ContentCategory,
  refusals: [
    'content-category-not-found',
    'category-in-itself',
    'content-category-too-deep',
    'not-a-sibling',
    'content-category-slug-taken',
  ],
})

export const deleteContentCategory = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  ...contentWrite,
  summary:
    'Deletes a category. `to` is the id of the category that gets its entries and subcategories (those with the same slug are merged), or `none`: its entries lose the category',
  params: idParams,
  query: z.strictObject({ to: z.union([Id, z.literal('none')]).optional() }),
  answer: Nothing,
  refusals: [
    'content-category-not-found',
    'content-category-not-empty',
    'category-in-itself',
    'content-category-slug-taken',
  ],
})
