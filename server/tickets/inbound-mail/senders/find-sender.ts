import { comparedAddress, readEmailAddress } from '#contract/email-address.ts'
import type { MailEvidence } from '#contract/tickets/mail-decisions.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type ForwardingColleague, isOfTeam } from '#server/platform/html/forwards/find-forward.ts'
import { forwardSubject, replySubject } from '#server/platform/html/quotes/mail-words.ts'
import { splitPlusAddress } from '#server/platform/mail/message-id.ts'
import { isOurs, ownDomainsOf } from '#server/platform/mail/own-domains.ts'
import type { MailClass, ParsedMail } from '#server/platform/mail-parsing/parse-mail.ts'
import { peopleIn } from '#server/tickets/inbound-mail/content/peek-headers.ts'
import type { MailFacts, MailPlace } from '#server/tickets/inbound-mail/content/read-facts.ts'
import { findActiveMember, type InboundMail, listTeamAddresses } from '#server/tickets/inbound-mail/queries.ts'
import { takesNoAnswer } from '#server/tickets/outgoing-mail/mail-customer.ts'

export type Person = { name: string; address: string }
export type Sender = Person & {
  /**
   * The person who wrote the mail: the From address or, for mail through a form or list, the person who gets the reply.
   */
  from: Person
}

export function findSender({ parsed, through, platform: { settings } }: MailFacts): Sender | null {
  const from = asPerson(parsed.from)
  const answered = findReplyAddress(parsed, settings)
  if (!answered) return null
  const name = answered.name || (answered.address === from?.address ? from.name : '')
  const writer = { ...answered, name }
  return { ...writer, from: through ? writer : (from ?? writer) }
}

export function findReplyAddress(
  { from, replyTo: named }: Pick<ParsedMail, 'from' | 'replyTo'>,
  settings: MailFacts['platform']['settings'],
): Person | null {
  const replyTo = named.map(asPerson).find((person) => person && !isOurs(settings, person.address))
  return replyTo ?? asPerson(from)
}

function asPerson(given: { name: string; address: string } | null): Person | null {
  const address = given && readEmailAddress(given.address)
  return address ? { name: readEmailAddress(given.name) === address ? '' : given.name.trim(), address } : null
}

const mostCopies = 48

export function findCopies({ parsed, formsAndLists, platform: { settings } }: MailFacts, sender: Sender): Person[] {
  const people = new Map<string, Person>()
  for (const given of addressedIn(parsed)) {
    const person = asPerson(given)
    if (!person || isOurs(settings, person.address) || formsAndLists.includes(person.address)) continue
    if (person.address !== sender.address && person.address !== sender.from.address) people.set(person.address, person)
  }
  return [...people.values()].slice(0, mostCopies)
}

const addressedIn = ({ to, cc }: ParsedMail) => [...to, ...cc]

export type Colleague = { id: string; address: string; names: string[]; team: string[] }

export async function findColleague(tx: WorkspaceTx, address: string): Promise<Colleague | null> {
  const member = await findActiveMember(tx, address.toLowerCase())
  if (!member) return null
  const { id, name, surname } = member
  const names = [name, surname, `${name} ${surname}`].map((part) => part.trim()).filter((part) => part.length > 1)
  return { id, address: member.email.toLowerCase(), names, team: await listTeamAddresses(tx) }
}

export function asForwarding(facts: MailFacts): ForwardingColleague | null {
  const { colleague, parsed } = facts
  if (!colleague) return null
  const isForward = forwardSubject.test(parsed.subject)
  const subject = isForward ? 'forward' : replySubject.test(parsed.subject) ? 'reply' : 'neither'
  const isToUsAlone = outside(facts, [...parsed.to, ...parsed.cc]).length === 0
  return { ...ownAddresses(facts), address: colleague.address, names: colleague.names, subject, isToUsAlone }
}

export const findWrittenTo = (facts: MailFacts): Person | null => outside(facts, facts.parsed.to)[0] ?? null

export const isOwn = (facts: MailFacts, address: string) => isOfTeam(address, ownAddresses(facts))

const ownAddresses = ({ colleague, formsAndLists, platform: { settings } }: MailFacts) => ({
  team: [...(colleague?.team ?? []), ...formsAndLists],
  domains: ownDomainsOf(settings),
})

function outside(facts: MailFacts, given: Person[]): Person[] {
  return given.flatMap((person) => asPerson(person) ?? []).filter(({ address }) => !isOwn(facts, address))
}

/** Finds the contact form or list that delivered a mail. A forged form address gives no additional rights. */
export function findFormOrList(place: MailPlace, mail: InboundMail, parsed: ParsedMail): string | null {
  const { formsAndLists, platform } = place
  const carriers = carriersOf(mail, parsed)
  const through = formsAndLists.find((address) => carriers.includes(address))
  const answered = through && findReplyAddress(parsed, platform.settings)
  if (!answered || takesNoAnswer(answered.address)) return null
  return formsAndLists.includes(answered.address) ? null : through
}

// Returns the addresses that can belong to a form or list: From, Sender, envelope sender and list addresses (RFC 2369,
// RFC 2919).
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

/**
 * Ignores the signs of an automatic mail that come from the form or list. An automatic reply of the person is still
 * classified as automatic.
 */
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
