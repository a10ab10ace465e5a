import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'

export const tooLong = (most: number) => `Use at most ${most.toLocaleString('en')} characters, or attach a text file`

const longest = (most: number) => z.string().max(most, tooLong(most))

/** Maximum characters of a text by a customer. Members may write more. */
export const mostOfCustomer = 65_536
/** Maximum bytes of a stored message, HTML and text together. Sanitized HTML can be longer than the input. */
export const mostKept = { customer: 196_608, member: 1_572_864 } as const
export const tooMuchKept = 'This message is too long. Write less, or attach a text file'
export const Html = longest(1_048_576)
const Text = longest(262_144)

export const mostFilesOfMessage = 20

export const written = {
  html: Html.optional().describe(
    'HTML, which is sanitized. Pictures: `cid:` with the id of your upload, or `data:` with a PNG, JPEG, GIF, WebP or ' +
      'AVIF in Base64. Other pictures are replaced by their alternative text',
  ),
  text: Text.optional().describe('Plain text. HTML in it is not interpreted'),
  attachments: z
    .array(Id)
    .max(mostFilesOfMessage)
    .optional()
    .describe('Ids of your uploads. With attachments, `html` and `text` are optional'),
}

export type MessageWords = { html?: string | undefined; text?: string | undefined; attachments?: string[] | undefined }

export const atMostOneText = <Body extends z.ZodType<MessageWords>>(body: Body) =>
  body.refine(({ html, text }) => html === undefined || text === undefined, {
    path: ['text'],
    error: 'Send html or text, not both',
  })

export const textOrFiles = <Body extends z.ZodType<MessageWords>>(body: Body) =>
  atMostOneText(body).refine(
    ({ html, text, attachments = [] }) => (html ?? text) !== undefined || attachments.length > 0,
    {
      path: ['text'],
      error: 'Write a message, as html or as text',
    },
  )
