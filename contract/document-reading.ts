import { z } from 'zod'
import { endpoint, Id } from './endpoint.ts'

const Written = z.string().max(1_048_576)

export const readDocument = endpoint({
  method: 'POST',
  path: '/api/v1/documents',
  for: ['admin', 'key'],
  scope: 'knowledge-base:write',
  counts: 'write',
  needs: [],
  isRepeatable: false,
  summary: 'Reads HTML, of a clipboard or a page, or Markdown as a document; nothing of it is kept',
  bodyLimit: 2_097_152,
  body: z
    .strictObject({ html: Written.optional(), markdown: Written.optional() })
    .refine(({ html, markdown }) => (html === undefined) !== (markdown === undefined), 'Send one of html and markdown'),
  answer: z.object({
    document: z.unknown().describe('As the editor keeps it'),
    pictures: z
      .array(z.object({ file: z.uuid(), src: z.string() }))
      .describe('Those that stand somewhere else: `file` holds their place in the document'),
    articles: z
      .array(
        z.object({
          href: z.string(),
          reference: z.object({ kind: z.literal('article'), id: Id, anchor: z.string().optional() }),
        }),
      )
      .describe(
        'Which of the addresses in it are those of articles of the workspace: a link by `reference` still leads there when the address changes',
      ),
    isCut: z.boolean().describe('Whether something was too much for one document'),
  }),
})
