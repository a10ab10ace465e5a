/** Texts that become part of a ticket or of an answer, where a code could not stand. Without schemas, so pages may take them. */

export const productName = 'Startup Tools'

/** What is read by whoever would register where nobody may. */
export const closedTo = (contact: string | null) =>
  `Registration is closed here. Ask ${contact ?? 'whoever runs this installation'} for a workspace.`

/** What customers call a member without a name. */
export const unnamedMember = 'Support'

/** Of what a reader says about an article, in characters. */
export const mostOfComment = 2000

/** An article is rated poorly of which fewer of its readers in a hundred say that it helped. */
export const fewestHelped = 70

export const noSubject = '(No subject)'
export const noText = '(This mail has no text.)'

/** Why a mail could not be read: the cause in the list of suspended mails, and the text of a ticket that is made of it. */
export const unreadableTexts = {
  'too-many-parts': 'This mail has more than 100 parts. Its source is kept.',
  'too-deep': 'The parts of this mail are nested more than 20 deep. Its source is kept.',
  'headers-too-large': 'The headers of this mail are longer than 500 lines or 64 KiB. Its source is kept.',
  'timed-out': 'Reading this mail took longer than 5 seconds. Its source is kept.',
  unreadable: 'This mail is damaged and cannot be read. Its source is kept.',
} as const

export const attachedAsItCame = 'It is attached as it came.'

/** Above an answer that became a note, since the draft of its author could hold no more. */
export const takenBackAsNote =
  'This answer was taken back and did not go out. The draft of its author had no room for it.'

/** Before a reply whose author was deactivated before it went. */
export const keptAsNote =
  'This reply was scheduled and has not been sent, because its author was deactivated. Send it yourself if it is still right.'

/** A note on a ticket; whoever wrote the report chose its words. */
export const unprovenBounce = (recipient: string, words: string | null) =>
  `A delivery report says that a mail to ${recipient} did not arrive${words ? `: “${words}”` : '.'} It may be forged, since it did not come to the address for reports that this mail had. Nothing was changed because of it.`

/** What a ticket begins with that is made of a comment on an article; the address is missing where it is not live any more. */
export const feedbackTicket = (comment: string, title: string, url: string | null) => {
  const article = title ? `“${title}”` : 'an article'
  return { subject: `Comment on ${article}`, text: `${comment}\n\nSaid below ${article}${url ? `: ${url}` : '.'}` }
}

export const testTicket = {
  subject: 'A first question, to try this out',
  text: `Hello,

this is a test ticket. It came from your own address, as if you were a customer, so your answer will arrive in your own mailbox.

Write a reply below, look at the mail you get, and answer that mail: your answer will appear here.

Have a good start!`,
}
