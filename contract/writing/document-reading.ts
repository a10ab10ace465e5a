import { z } from 'zod'
import { endpoint, Id } from '#contract/endpoint.ts'
import { leftKinds } from './read-document.ts'

const SourceText = z.string().max(1_048_576)

export const readDocument = endpoint({
  method: 'POST',
  path: '/api/v1/documents',
  for: ['team', 'key'],
  scope: ['knowledge-base:write', 'content:write'],
  counts: 'conversion',
  needs: [],
  isRepeatable: false,
  summary: 'Converts HTML or Markdown to a document. Nothing is stored',
  bodyLimit: 2_097_152,
  body: z
    .strictObject({
      html: SourceText.optional(),
      markdown: SourceText.optional(),
      pictures: z
        .enum(['places', 'links'])
        .default('places')
        .describe(
          'How pictures on other sites are represented. `places`: a placeholder for the id of an uploaded file. `links`: a link',
        ),
    })
    .refine(({ html, markdown }) => (html === undefined) !== (markdown === undefined), 'Send one of html and markdown'),
  answer: z.object({
    document: z.unknown().describe('In the document format'),
    pictures: z
      .array(z.object({ file: Id, src: z.string() }))
      .describe('Pictures on other sites. `file` is the placeholder in the document. Empty with `links`'),
    lost: z.int().describe('Number of pictures that were not copied. Their names replace them'),
    articles: z
      .array(
        z.object({
          href: z.string(),
          reference: z.object({ kind: z.literal('article'), id: Id, anchor: z.string().optional() }),
        }),
      )
      .describe(
        'Links to articles of the workspace, for callers who write articles. A link by `reference` still works when the URL changes',
      ),
    isCut: z.boolean().describe('Whether the text was too long for one document'),
    leftOut: z
      .array(
        z.object({
          kind: z
            .enum(leftKinds)
            .describe('`…-linked`: replaced by a link. `…-flattened`: only its text stays. Otherwise nothing stays'),
          about: z.string().describe('A URL or words, to find the part in the source'),
        }),
      )
      .describe(
        'Parts that a document cannot hold, each once, at most 200: frames, scripts, drawings, invalid links, unsupported styles',
      ),
  }),
})
