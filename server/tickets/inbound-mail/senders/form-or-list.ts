import { comparedAddress } from '#contract/email-address.ts'
import type { MailEvidence } from '#contract/tickets/mail-decisions.ts'
import { splitPlusAddress } from '#server/platform/mail/message-id.ts'
import type { MailClass, ParsedMail } from '#server/platform/mail-parsing/parse-mail.ts'
import { peopleIn } from '#server/tickets/inbound-mail/content/peek-headers.ts'
import type { MailPlace } from '#server/tickets/inbound-mail/content/read-facts.ts'
import type { InboundMail } from '#server/tickets/inbound-mail/queries.ts'
import { takesNoAnswer } from '#server/tickets/outgoing-mail/mail-customer.ts'
import { findAnswered } from './find-sender.ts'

/**
 * Which contact form or list of the workspace a mail came through, where it says for which person. Anybody can write
 * its address into a mail, and gains by it what any person has who writes by themselves.
 */
export function findFormOrList(place: MailPlace, mail: InboundMail, parsed: ParsedMail): string | null {
  const { formsAndLists, platform } = place
  const carriers = carriersOf(mail, parsed)
  const through = formsAndLists.find((address) => carriers.includes(address))
  const answered = through && findAnswered(parsed, platform.settings)
  if (!answered || takesNoAnswer(answered.address)) return null
  return formsAndLists.includes(answered.address) ? null : through
}

/** Whose mail it may be: in From, Sender and envelope, and as RFC 2369 and RFC 2919 let a list name itself. */
function carriersOf({ envelopeFrom }: InboundMail, { from, headers, headerMap }: ParsedMail): string[] {
  const posted = /<mailto:([^>?\s]{1,254})/i.exec(headerMap.get('list-post') ?? '')?.[1]
  const listId = /<([^<>\s]{1,254})>\s*$/.exec(headerMap.get('list-id') ?? '')?.[1]
  const [sender] = peopleIn(headers, 'sender')
  const envelope = splitPlusAddress(envelopeFrom).address
  const found = [from?.address, envelope, sender?.address, posted, listId?.replace('.', '@')]
  return found.flatMap((address) => (address ? comparedAddress(address) : []))
}

const ofTheCarrier = new Set<MailEvidence['code']>([
  ...(['header-says-many', 'mailing-list', 'offers-to-unsubscribe', 'campaign', 'bulk-sender'] as const),
  ...(['takes-no-answers', 'header-says-program', 'wants-no-automatic-answer'] as const),
])

/** What a form or a list writes about itself says nothing of the person; that a machine answered for them does. */
export function asPersons(about: MailClass, { headerMap }: ParsedMail, through: string): MailClass {
  if (about.kind !== 'automatic') return about
  const isAnswer = /^auto-replied/i.test(headerMap.get('auto-submitted') ?? '')
  const saysMachine = (reason: MailEvidence) => !isAnswer && reason.code === 'header-says-no-person'
  const reasons = about.reasons.filter((reason) => !ofTheCarrier.has(reason.code) && !saysMachine(reason))
  return {
    ...about,
    kind: reasons.length > 0 ? 'automatic' : 'normal',
    reasons: [...reasons, { code: 'through-form-or-list', address: through }],
  }
}
