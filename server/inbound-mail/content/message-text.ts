import type { NewText } from '#server/tickets/ticket-state.ts'
import type { MailText } from './mail-text.ts'
import type { Facts } from './read-facts.ts'

const longestId = 500

export const textOf = ({ html, text, quotedText, files }: MailText): NewText => ({
  html,
  text,
  quotedText,
  attachmentIds: files.map(({ id }) => id),
})

export const messageIdOf = ({ parsed: { messageId } }: { parsed: Pick<Facts['parsed'], 'messageId'> }) =>
  messageId && messageId.length <= longestId ? messageId : null
