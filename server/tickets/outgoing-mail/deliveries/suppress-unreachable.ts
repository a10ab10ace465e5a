import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { clearBounces, countBounced } from '#server/tickets/outgoing-mail/queries/outgoing-mails.ts'
import { listRecipients } from '#server/tickets/outgoing-mail/queries/recipients.ts'
import { releaseAddress, suppressAddress } from '#server/workspace/customers/customer-accounts.ts'

// Enhanced status codes for unknown, moved or disabled addresses and hosts: RFC 3463, sections 3.2, 3.3 and 3.5. `1.10`
// is from RFC 7505, section 4. All other codes can be temporary, for example for a full mailbox.
const unreachable = new Map([
  ['1.1', 'Bad destination mailbox address'],
  ['1.2', 'Bad destination system address'],
  ['1.6', 'Destination mailbox has moved, no forwarding address'],
  ['1.10', 'Recipient address has null MX'],
  ['2.1', 'Mailbox disabled, not accepting messages'],
  ['4.4', 'Unable to route'],
])

// Returns whether the address cannot be reached. A status that begins with 4 is temporary, even with one of these codes
// (RFC 3463, section 3.1).
const isUnreachable = (status: string | null) => status?.startsWith('5.') && unreachable.has(status.slice(2))

const restDays = { unreachable: 30, failing: 3 }
const failing = { mails: 5, hours: 72 }

export async function suppressUnreachable(
  tx: WorkspaceTx,
  address: string,
  { status, reason }: { status: string | null; reason: DeliveryReason },
) {
  if (isUnreachable(status)) return suppressAddress(tx, address, { reason, days: restDays.unreachable })
  if ((await countBounced(tx, address, failing.hours)) < failing.mails) return
  await suppressAddress(tx, address, { reason, days: restDays.failing })
}

/** Allows mails to a suppressed address again, for example after a mail came from this address. */
export async function liftSuppression(tx: WorkspaceTx, address: string) {
  await releaseAddress(tx, address)
  await clearBounces(tx, address)
}

export async function releaseRecipients(tx: WorkspaceTx, ticketId: string) {
  for (const { address, isSuppressed } of await listRecipients(tx, ticketId))
    if (isSuppressed) await liftSuppression(tx, address)
}

/** Counts the bounces of an address anew after a member allowed mails to it again. */
export const forgetBounces = (tx: WorkspaceTx, event: NewEvent<'suppression.lifted'>) =>
  clearBounces(tx, event.new.address)
