export type MailAddress = { name: string; address: string }
export type MailHeader = { name: string; value: string }

export type MailAttachment = {
  name: string
  mime: string
  bytes: Buffer
  /** The HTML shows it by its Content-ID. An inline picture that the HTML does not use is an ordinary attachment. */
  inline: boolean
  contentId: string | null
}

export type ParsedMail = {
  /** In the order of the mail, names in lower case, values decoded. */
  headers: MailHeader[]
  /** The first header of each name. */
  headerMap: Map<string, string>
  /** As on the wire, angle brackets included, like every id below. */
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
  /** Neither words nor a picture to show; there may be attachments. */
  isEmpty: boolean
  attachments: MailAttachment[]
  /** What a bounce says for machines: its delivery-status part, and the headers of the mail that came back. */
  deliveryStatus: string | null
  returnedHeaders: string | null
}

export type ParseRefusal = 'too-many-parts' | 'too-deep' | 'headers-too-large' | 'timed-out' | 'unreadable'

export type RefusedMail = { refused: ParseRefusal; sentence: string }

const sentences: Record<ParseRefusal, string> = {
  'too-many-parts': 'This mail has more than 100 parts. Its source is kept.',
  'too-deep': 'The parts of this mail are nested more than 20 deep. Its source is kept.',
  'headers-too-large': 'The headers of this mail are longer than 500 lines or 64 KiB. Its source is kept.',
  'timed-out': 'Reading this mail took longer than 5 seconds. Its source is kept.',
  unreadable: 'This mail is damaged and cannot be read. Its source is kept.',
}

export const refuseMail = (refused: ParseRefusal): RefusedMail => ({ refused, sentence: sentences[refused] })
