export type MailAddress = { name: string; address: string }
export type MailHeader = { name: string; value: string }

export type MailAttachment = {
  name: string
  mime: string
  bytes: Buffer
  /** Whether the HTML shows this picture by its Content-ID. If not, an inline picture is an ordinary attachment. */
  inline: boolean
  contentId: string | null
}

export type ParsedMail = {
  /** Headers in the order of the mail. Names are in lower case. Values are decoded. */
  headers: MailHeader[]
  headerMap: Map<string, string>
  /** Message ids have angle brackets, also in `inReplyTo` and `references`. */
  messageId: string | null
  inReplyTo: string[]
  references: string[]
  from: MailAddress | null
  replyTo: MailAddress[]
  to: MailAddress[]
  cc: MailAddress[]
  subject: string
  date: Date | null
  html: string | null
  text: string | null
  /** The mail has no text and no picture to show, but may have attachments. */
  isEmpty: boolean
  attachments: MailAttachment[]
  /** Parts of a bounce: the delivery status, and the headers of the returned mail. */
  deliveryStatus: string | null
  returnedHeaders: string | null
}

export type ParseRefusal = 'too-many-parts' | 'too-deep' | 'headers-too-large' | 'timed-out' | 'unreadable'

export type RefusedMail = { refused: ParseRefusal }
