// Texts that become part of a ticket or a reply, and other shared texts. Without zod, so that web pages can import this
// file.

export const productName = 'Startup Tools'

export const closedTo = (contact: string | null) =>
  `Registration is closed here. Ask ${contact ?? 'the operator of this installation'} for a workspace.`

export const unnamedMember = 'Support'

export const mostOfComment = 2000

/** Minimum percentage of raters who find an article helpful. Below it, the article counts as poorly rated. */
export const fewestHelped = 70

export const noSubject = '(No subject)'
export const noText = '(This mail has no text.)'

export const unreadableTexts = {
  'too-many-parts': 'This mail has more than 100 parts. Its source is kept.',
  'too-deep': 'The parts of this mail are nested more than 20 deep. Its source is kept.',
  'headers-too-large': 'The headers of this mail are longer than 500 lines or 64 KiB. Its source is kept.',
  'timed-out': 'Reading this mail took longer than 5 seconds. Its source is kept.',
  unreadable: 'This mail is damaged and cannot be read. Its source is kept.',
} as const

export const attachedAsItCame = 'The original mail is attached.'

/** Placed above an unsent reply that had no room in its author's draft. */
export const takenBackAsNote =
  'This reply was canceled and not sent. It is kept here because the draft of its author has no space for it.'

/** Placed above a reply whose author was deactivated before it was sent. */
export const keptAsNote =
  'This reply was scheduled and has not been sent, because its author was deactivated. Send it yourself if it is still right.'

export const unprovenBounce = (recipient: string, words: string | null) =>
  `A delivery report says that a mail to ${recipient} did not arrive${words ? `: “${words}”` : '.'} The report may be forged, because it was not sent to the report address of this mail. The report changed nothing.`

export const feedbackTicket = (comment: string, title: string, url: string | null) => {
  const article = title ? `“${title}”` : 'an article'
  return { subject: `Comment on ${article}`, text: `${comment}\n\nWritten below ${article}${url ? `: ${url}` : '.'}` }
}

export const testTicket = {
  subject: 'A first question, to try this out',
  text: `Hello,

this is a test ticket. It came from your own address, as if you were a customer, so your answer will arrive in your own mailbox.

Write a reply below, look at the mail you get, and answer that mail: your answer will appear here.

Have a good start!`,
}
