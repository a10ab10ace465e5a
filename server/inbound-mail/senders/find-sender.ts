import { normalizeEmail } from '#server/identity/email-address.ts'
import type { Facts } from '#server/inbound-mail/content/read-facts.ts'
import type { ParsedMail } from '#server/platform/mail-parsing/parse-mail.ts'
import { isOurs } from './find-mailbox.ts'

export type Person = { name: string; address: string }
export type Sender = Person & {
  /** Who stands in From, which Reply-To may send elsewhere. */
  from: Person
}

/** Who is to be answered: Reply-To before From; null when a mail names nobody. */
export function findSender({ parsed, platform: { settings } }: Facts): Sender | null {
  const from = asPerson(parsed.from)
  const replyTo = parsed.replyTo.map(asPerson).find((person) => person && !isOurs(settings, person.address))
  const answered = replyTo ?? from
  if (!answered) return null
  const name = answered.name || (answered.address === from?.address ? from.name : '')
  return { ...answered, name, from: from ?? answered }
}

export function asPerson(given: { name: string; address: string } | null): Person | null {
  const address = given && normalizeEmail(given.address)
  return address ? { name: given.name.trim() === given.address ? '' : given.name.trim(), address } : null
}

const mostCopies = 48

/** Others whom the sender addressed: in copy of the ticket that the mail opens. */
export function findCopies({ parsed, platform: { settings } }: Facts, sender: Sender): Person[] {
  const people = new Map<string, Person>()
  for (const given of addressedIn(parsed)) {
    const person = asPerson(given)
    if (!person || isOurs(settings, person.address)) continue
    if (person.address !== sender.address && person.address !== sender.from.address) people.set(person.address, person)
  }
  return [...people.values()].slice(0, mostCopies)
}

const addressedIn = ({ to, cc }: ParsedMail) => [...to, ...cc]
