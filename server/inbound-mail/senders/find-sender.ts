import { readEmailAddress } from '#contract/email-address.ts'
import type { Facts } from '#server/inbound-mail/content/read-facts.ts'
import type { ParsedMail } from '#server/platform/mail-parsing/parse-mail.ts'
import { isOurs } from './find-mailbox.ts'

export type Person = { name: string; address: string }
export type Sender = Person & {
  /** Who stands in From, which Reply-To may send elsewhere; of what came through a form or a list, the person. */
  from: Person
}

/** Who is to be answered: Reply-To before From; null when a mail names nobody. */
export function findSender({ parsed, through, platform: { settings } }: Facts): Sender | null {
  const from = asPerson(parsed.from)
  const answered = findAnswered(parsed, settings)
  if (!answered) return null
  const name = answered.name || (answered.address === from?.address ? from.name : '')
  const writer = { ...answered, name }
  return { ...writer, from: through ? writer : (from ?? writer) }
}

type Named = Pick<ParsedMail, 'from' | 'replyTo'>

/** Who is answered: whoever Reply-To names, unless that is us, before From. */
export function findAnswered({ from, replyTo: named }: Named, settings: Facts['platform']['settings']): Person | null {
  const replyTo = named.map(asPerson).find((person) => person && !isOurs(settings, person.address))
  return replyTo ?? asPerson(from)
}

export function asPerson(given: { name: string; address: string } | null): Person | null {
  const address = given && readEmailAddress(given.address)
  return address ? { name: given.name.trim() === given.address ? '' : given.name.trim(), address } : null
}

const mostCopies = 48

/** Others whom the sender addressed: in copy of the ticket that the mail opens. */
export function findCopies({ parsed, formsAndLists, platform: { settings } }: Facts, sender: Sender): Person[] {
  const people = new Map<string, Person>()
  for (const given of addressedIn(parsed)) {
    const person = asPerson(given)
    if (!person || isOurs(settings, person.address) || formsAndLists.includes(person.address)) continue
    if (person.address !== sender.address && person.address !== sender.from.address) people.set(person.address, person)
  }
  return [...people.values()].slice(0, mostCopies)
}

const addressedIn = ({ to, cc }: ParsedMail) => [...to, ...cc]
