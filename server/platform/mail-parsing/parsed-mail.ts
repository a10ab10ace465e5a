export type MailAddress = { name: string; address: string }
export type MailHeader = { name: string; value: string }

export type MailAttachment = {
  name: string
  mime: string
  bytes: Buffer
  /** The HTML shows it by Content-ID. An inline picture that the HTML does not use is an ordinary attachment. */
  inline: boolean
  contentId: string | null
}

export type ParsedMail = {
  /** In the order of the mail, names in lower case, values decoded. */
  headers: MailHeader[]
  headerMap: Map<string, string>
  /** As on the wire, with angle brackets, like every id below. */
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
  /** No words and no picture to show; there may be attachments. */
  isEmpty: boolean
  attachments: MailAttachment[]
  /** The machine-readable part of a bounce: its delivery status, and the headers of the returned mail. */
  deliveryStatus: string | null
  returnedHeaders: string | null
}

export type ParseRefusal = 'too-many-parts' | 'too-deep' | 'headers-too-large' | 'timed-out' | 'unreadable'

export type RefusedMail = { refused: ParseRefusal }
