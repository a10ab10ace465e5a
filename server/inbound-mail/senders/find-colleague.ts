import type { Facts } from '#server/inbound-mail/content/read-facts.ts'
import { findActiveMember, listTeamAddresses } from '#server/inbound-mail/queries.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type ForwardingColleague, isOfTeam } from '#server/platform/html/forwards/find-forward.ts'
import { forwardSubject, replySubject } from '#server/platform/html/quotes/mail-words.ts'
import { asPerson, type Person } from './find-sender.ts'

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
export function asForwarding(facts: Facts): ForwardingColleague | null {
  const { colleague, parsed } = facts
  if (!colleague) return null
  const isForward = forwardSubject.test(parsed.subject)
  const subject = isForward ? 'forward' : replySubject.test(parsed.subject) ? 'reply' : 'neither'
  const isToUsAlone = outside(facts, [...parsed.to, ...parsed.cc]).length === 0
  return { ...ownAddresses(facts), address: colleague.address, names: colleague.names, subject, isToUsAlone }
}

/** To whom a colleague wrote by themselves. */
export const findWrittenTo = (facts: Facts): Person | null => outside(facts, facts.parsed.to)[0] ?? null

/** Whether an address is of the team or of the workspace itself, whose mails are no customer's. */
export const isOwn = (facts: Facts, address: string) => isOfTeam(address, ownAddresses(facts))

const ownAddresses = ({ colleague, formsAndLists, platform: { settings } }: Facts) => ({
  team: [...(colleague?.team ?? []), ...formsAndLists],
  domains: [settings.inboundDomain, settings.rootDomain],
})

function outside(facts: Facts, given: Person[]): Person[] {
  return given.flatMap((person) => asPerson(person) ?? []).filter(({ address }) => !isOwn(facts, address))
}
