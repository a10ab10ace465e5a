import { comparedAddress } from '#contract/email-address.ts'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { SuppressionNotice } from './suppression-notice.tsx'
import type { ComposerState } from './use-composer.ts'
import { useSuppressions } from './use-suppressions.ts'

/** Who of the people on a ticket, or about to be in copy, would not be mailed. */
export function SuppressedRecipients({ ticket, composer }: { ticket: Ticket; composer: ComposerState }) {
  const { isForced, setForced } = composer
  const known = [ticket.requester, ...ticket.cc]
  const wanted = composer.cc?.map(comparedAddress)
  const copied = ticket.cc.filter(({ email }) => wanted?.includes(email) ?? true)
  const added = useSuppressions(wanted?.filter((address) => !known.some(({ email }) => email === address)) ?? [])
  const people = [ticket.requester, ...copied].flatMap(({ email, suppression }) =>
    suppression ? { email, suppression } : [],
  )
  return <SuppressionNotice people={[...people, ...added]} isForced={isForced} onForced={setForced} className="mb-2" />
}
