import type { NewText } from '#server/tickets/ticket-state.ts'
import type { MailContent } from './prepare-content.ts'
import type { Facts } from './read-facts.ts'

const longestId = 500

export const textOf = ({ html, text, quotedText, files }: MailContent): NewText => ({
  html,
  text,
  quotedText,
  attachmentIds: files.map(({ id }) => id),
})

/** A forward says nothing without what it passes on. */
export const wholeTextOf = (content: MailContent): NewText => ({
  ...textOf(content),
  html: content.html + content.quotedHtml,
  text: [content.text, content.quotedText].filter(Boolean).join('\n\n'),
  quotedText: null,
})

export const messageIdOf = ({ parsed: { messageId } }: Facts) =>
  messageId && messageId.length <= longestId ? messageId : null
