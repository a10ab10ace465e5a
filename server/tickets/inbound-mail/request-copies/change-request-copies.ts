import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Customer } from '#server/platform/http/caller.ts'
import { limits } from '#server/platform/http/limits.ts'
import { isOurs } from '#server/platform/mail/own-domains.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { acceptWaiting } from '#server/tickets/conversation/moderation/moderate-message.ts'
import { actorOf, type Call } from '#server/tickets/ticket/caller.ts'
import { addByRequester, removeCopy } from '#server/tickets/ticket/change-copies.ts'
import { lockSeenTicket, refuseChange } from '#server/tickets/ticket/find-ticket.ts'

type OwnCall = Call<Customer>

export async function addRequestCopy({ tx, platform, caller }: OwnCall, id: string, address: string) {
  if (isOurs(platform.settings, address)) throw new Refusal('own-mailbox')
  const { ticket, by } = await lockOwn(tx, caller, id)
  const count = () => {
    platform.limiter.count(limits.copies, caller.id)
    platform.limiter.count(limits.copiesOfWorkspace, caller.workspaceId)
  }
  const customerId = await addByRequester(tx, ticket, address, { by, count })
  await acceptWaiting(tx, ticket, customerId, by)
}

export async function removeRequestCopy({ tx, caller }: OwnCall, id: string, customerId: string) {
  const { ticket, by } = await lockOwn(tx, caller, id)
  await removeCopy(tx, ticket, customerId, by)
}

async function lockOwn(tx: WorkspaceTx, caller: Customer, id: string) {
  const ticket = await lockSeenTicket(tx, id, caller)
  refuseChange(ticket)
  return { ticket, by: { actor: actorOf(caller) } }
}
