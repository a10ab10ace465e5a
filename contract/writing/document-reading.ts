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
          'What stands for a picture that is somewhere else: `places` holds its place, for the id of a file that is put there; `links` is a link to it',
        ),
    })
    .refine(({ html, markdown }) => (html === undefined) !== (markdown === undefined), 'Send one of html and markdown'),
  answer: z.object({
    document: z.unknown().describe('As the editor keeps it'),
    pictures: z
      .array(z.object({ file: Id, src: z.string() }))
      .describe('Those that stand somewhere else: `file` holds their place in the document; none with `links`'),
    lost: z.int().describe('Number of pictures that were not copied. Their names replace them'),
    articles: z
      .array(
        z.object({
          href: z.string(),
          reference: z.object({ kind: z.literal('article'), id: Id, anchor: z.string().optional() }),
        }),
      )
      .describe(
        'Which of the addresses in it are those of articles of the workspace, for who writes articles: a link by `reference` still leads there when the address changes',
      ),
    isCut: z.boolean().describe('Whether something was too much for one document'),
    leftOut: z
      .array(
        z.object({
          kind: z
            .enum(leftKinds)
            .describe(
              '`…-linked`: a link to it stays; `…-flattened`: its words stay without their form; else nothing does',
            ),
          about: z.string().describe('An address or words by which it is found in the source'),
        }),
      )
      .describe(
        'What has no place in a document, each thing once, at most 200: frames, scripts, drawings, links that lead nowhere, looks that there are no marks for',
      ),
  }),
})
