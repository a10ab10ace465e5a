import { readEmailAddress } from '#contract/email-address.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type ForwardingColleague, isOfTeam } from '#server/platform/html/forwards/find-forward.ts'
import { forwardSubject, replySubject } from '#server/platform/html/quotes/mail-words.ts'
import type { ParsedMail } from '#server/platform/mail-parsing/parse-mail.ts'
import type { MailFacts } from '#server/tickets/inbound-mail/content/read-facts.ts'
import { findActiveMember, listTeamAddresses } from '#server/tickets/inbound-mail/queries.ts'
import { isOurs, ownDomainsOf } from './find-mailbox.ts'

export type Person = { name: string; address: string }
export type Sender = Person & {
  /**
   * The writer: the address in From, which can differ from Reply-To. For mail through a form or a list, the person who
   * is answered.
   */
  from: Person
}

/** Who is to be answered: Reply-To before From; null when a mail names nobody. */
export function findSender({ parsed, through, platform: { settings } }: MailFacts): Sender | null {
  const from = asPerson(parsed.from)
  const answered = findAnswered(parsed, settings)
  if (!answered) return null
  const name = answered.name || (answered.address === from?.address ? from.name : '')
  const writer = { ...answered, name }
  return { ...writer, from: through ? writer : (from ?? writer) }
}

type SenderHeaders = Pick<ParsedMail, 'from' | 'replyTo'>

/** Who is answered: whoever Reply-To names, unless that is us, before From. */
export function findAnswered(
  { from, replyTo: named }: SenderHeaders,
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

/** Other recipients of the mail. They get CC on the ticket that it opens. */
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

/** A member of the team, by whom a mail says that it is, and the addresses of everybody on the team. */
export type Colleague = { id: string; address: string; names: string[]; team: string[] }

export async function findColleague(tx: WorkspaceTx, address: string): Promise<Colleague | null> {
  const member = await findActiveMember(tx, address.toLowerCase())
  if (!member) return null
  const { id, name, surname } = member
  const names = [name, surname, `${name} ${surname}`].map((part) => part.trim()).filter((part) => part.length > 1)
  return { id, address: member.email.toLowerCase(), names, team: await listTeamAddresses(tx) }
}

/** What the parts of a forward are told apart by; null where no colleague wrote the mail. */
export function asForwarding(facts: MailFacts): ForwardingColleague | null {
  const { colleague, parsed } = facts
  if (!colleague) return null
  const isForward = forwardSubject.test(parsed.subject)
  const subject = isForward ? 'forward' : replySubject.test(parsed.subject) ? 'reply' : 'neither'
  const isToUsAlone = outside(facts, [...parsed.to, ...parsed.cc]).length === 0
  return { ...ownAddresses(facts), address: colleague.address, names: colleague.names, subject, isToUsAlone }
}

/** To whom a colleague wrote by themselves. */
export const findWrittenTo = (facts: MailFacts): Person | null => outside(facts, facts.parsed.to)[0] ?? null

/** Whether an address is of the team or of the workspace itself, whose mails are no customer's. */
export const isOwn = (facts: MailFacts, address: string) => isOfTeam(address, ownAddresses(facts))

const ownAddresses = ({ colleague, formsAndLists, platform: { settings } }: MailFacts) => ({
  team: [...(colleague?.team ?? []), ...formsAndLists],
  domains: ownDomainsOf(settings),
})

function outside(facts: MailFacts, given: Person[]): Person[] {
  return given.flatMap((person) => asPerson(person) ?? []).filter(({ address }) => !isOwn(facts, address))
}
