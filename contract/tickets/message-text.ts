import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'

export const tooLong = (most: number) => `Use at most ${most.toLocaleString('en')} characters, or attach it as a file`

const longest = (most: number) => z.string().max(most, tooLong(most))

/** The team may write more than a customer. */
export const mostOfCustomer = 65_536
/** Bytes of what is kept of a message, its HTML and its text together: some letters take several, and some HTML grows. */
export const mostKept = { customer: 196_608, member: 1_572_864 } as const
export const tooMuchKept = 'This is too long for one message. Write less, or attach it as a file'
export const Html = longest(1_048_576)
const Text = longest(262_144)

/** Files of one message, the pictures in its text among them. */
export const mostFilesOfMessage = 20

/** What a person writes, as one of the two, with the files that go with it. */
export const written = {
  html: Html.optional().describe(
    'As HTML, of which only what is harmless stays. Pictures are shown from `cid:` with the id of an own upload, and from ' +
      '`data:` with a PNG, JPEG, GIF, WebP or AVIF in Base64; others become their alternative text',
  ),
  text: Text.optional().describe('As plain text, which stays as it is: nothing in it is read as HTML'),
  attachments: z
    .array(Id)
    .max(mostFilesOfMessage)
    .optional()
    .describe('Own uploads; where they say it all, html and text are left out'),
}

export type MessageWords = { html?: string | undefined; text?: string | undefined; attachments?: string[] | undefined }

/** A body with `written` in it that may say nothing. */
export const saidInOneWay = <Body extends z.ZodType<MessageWords>>(body: Body) =>
  body.refine(({ html, text }) => html === undefined || text === undefined, {
    path: ['text'],
    error: 'Send html or text, not both',
  })

/** A body with `written` in it: said one way, or by files alone. */
export const saidOnce = <Body extends z.ZodType<MessageWords>>(body: Body) =>
  saidInOneWay(body).refine(
    ({ html, text, attachments = [] }) => (html ?? text) !== undefined || attachments.length > 0,
    {
      path: ['text'],
      error: 'Write a message, as html or as text',
    },
  )
