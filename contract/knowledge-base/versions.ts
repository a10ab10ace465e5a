import { z } from 'zod'
import { endpoint, Id, idParams, pageOf, paging, Time, Whole } from '#contract/endpoint.ts'
import { InLanguage, Language } from '#contract/workspace/languages.ts'
import { Article, PersonOfArticle } from './articles.ts'
import { editorRead, editorWrite } from './categories.ts'

export const Version = z.object({
  number: z.number().int(),
  language: z.string(),
  kind: z.enum(['edit', 'publication', 'restoration', 'import']),
  title: z.string(),
  note: z.string(),
  author: PersonOfArticle.nullable(),
  isLive: z.boolean(),
  createdAt: Time,
})

const VersionNumber = z.coerce.number().int().min(1).max(2_000_000_000)
const ofVersion = z.strictObject({ id: Id, number: VersionNumber })

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/articles/:id/versions',
  ...editorRead,
  summary: 'The versions of an article, newest first. `language` limits them to one language',
  params: idParams,
  query: InLanguage.extend(paging),
  answer: pageOf(Version),
})

export const showVersion = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/articles/:id/versions/:number',
  ...editorRead,
  summary: 'One version with its text',
  params: ofVersion,
  answer: Version.extend({ slug: z.string(), excerpt: z.string(), document: z.unknown(), html: z.string() }),
  refusals: ['version-not-found'],
})

export const restoreVersion = endpoint({
  method: 'PUT',
  path: '/api/v1/knowledge-base/articles/:id/restoration',
  ...editorWrite,
  takesIfMatch: true,
  summary: 'Replaces the draft with a version. The answer is in the language of the version',
  params: idParams,
  body: z.strictObject({ number: Whole.min(1) }),
  answer: Article,
  refusals: ['slug-taken', 'version-not-found', 'document-invalid'],
})

export const comparedFields = ['title', 'slug', 'excerpt', 'metaTitle', 'metaDescription', 'socialImage'] as const

const WordChange = z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })
const Html = z.string().describe('The block as readers see it')

const BlockChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['same', 'moved']), type: z.string(), html: Html }),
  z.object({
    kind: z.literal('changed'),
    type: z.string(),
    isMoved: z.boolean(),
    words: z.array(WordChange).describe('All `same` if only the formatting changed'),
    was: Html,
    is: Html,
  }),
  z.object({ kind: z.enum(['added', 'removed']), type: z.string(), html: Html }),
])

export const Comparison = z.object({
  was: Version,
  is: Version.nullable().describe('The later version; null: the draft'),
  fields: z
    .array(z.object({ field: z.enum(comparedFields), was: z.string(), is: z.string(), words: z.array(WordChange) }))
    .describe('Fields that differ. A picture is a URL that expires, or empty'),
  blocks: z
    .array(BlockChange)
    .describe('All blocks of the later version, in their order. Removed blocks are listed where they were before'),
})

export const compareVersions = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/articles/:id/versions/:number/comparison',
  ...editorRead,
  summary: 'Compares a version with another version of its language, or with the draft: words, blocks, moves',
  params: ofVersion,
  query: z.strictObject({ with: z.union([z.literal('draft'), VersionNumber]).default('draft') }),
  answer: Comparison,
  refusals: ['version-not-found', 'text-not-found'],
})

export const compareSource = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/articles/:id/translations/:language/source-changes',
  ...editorRead,
  summary:
    'Compares the live text of the first language with the text that it had when a translation was last published, or begun',
  params: z.strictObject({ id: Id, language: Language }),
  answer: Comparison,
  refusals: ['version-not-found', 'text-not-found'],
})
