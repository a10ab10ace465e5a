import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { listDeliveries } from '#server/tickets/outgoing-mail/queries/outgoing-mails.ts'

const worstFirst = ['failed', 'bounced', 'retrying', 'queued', 'sent'] as const

export type Delivery = { state: (typeof worstFirst)[number]; reason: DeliveryReason | null; nextTryAt: string | null }

export async function findDeliveries(tx: WorkspaceTx, of: Parameters<typeof listDeliveries>[1]) {
  const rows = await listDeliveries(tx, of)
  const found = new Map<string, Delivery>()
  for (const { messageId, state, reason, ...row } of rows) {
    const known = found.get(messageId!)
    if (known && worstFirst.indexOf(known.state) <= worstFirst.indexOf(state)) continue
    // In other states, `nextTryAt` can be the time when the claim of a worker ends.
    found.set(messageId!, { state, reason, nextTryAt: state === 'retrying' ? row.nextTryAt : null })
  }
  return found
}
