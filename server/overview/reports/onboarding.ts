import { testTicket } from '#contract/texts.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { cleanComposed } from '#server/tickets/conversation/messages/compose-text.ts'
import { openTicket } from '#server/tickets/conversation/openings/open-ticket.ts'
import type { MemberCall } from '#server/tickets/ticket/caller.ts'
import { findOrCreateCustomer } from '#server/workspace/customers/customer-accounts.ts'
import { supportAddressOf } from '#server/workspace/settings/show-workspace.ts'
import { findOnboardingState } from './queries.ts'

export async function showOnboarding(platform: Platform, tx: WorkspaceTx) {
  const { domain, ...state } = await findOnboardingState(tx)
  const steps = [
    { id: 'support' as const, isDone: state.hasSupportName },
    { id: 'invite' as const, isDone: state.hasColleague },
    { id: 'article' as const, isDone: state.hasArticle },
    { id: 'test-ticket' as const, isDone: state.hasTestTicket },
    { id: 'answer' as const, isDone: state.hasAnswer },
  ]
  return { steps, supportAddress: supportAddressOf(platform, domain) }
}

export async function sendTestTicket({ tx, caller }: MemberCall) {
  const name = `${caller.name} ${caller.surname}`.trim()
  const { id: requesterId } = await findOrCreateCustomer(tx, { email: caller.email, name })
  const { subject, text } = testTicket
  const opening = { ...cleanComposed({ text }), quotedText: null, attachmentIds: [] }
  const author = { type: 'customer', id: requesterId } as const
  const asked = { subject, requesterId, channel: 'email', author, opening } as const
  const opened = await openTicket(tx, { ...asked, isAcknowledged: true, isProven: true, cause: 'test-ticket' })
  return { id: opened.ticketId }
}
