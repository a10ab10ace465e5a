import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { FeedbackRow } from './queries/feedback.ts'

/** Mail addresses and customer names are shown to admins, not to API keys. */
export function shapeFeedback({ key }: Member, said: FeedbackRow, names: Map<string, string>) {
  return {
    id: said.id,
    helpful: said.isHelpful,
    comment: said.comment,
    email: key ? null : said.email,
    language: said.language,
    searched: said.searched,
    at: said.createdAt,
    by: speakerOf(key ? { ...said, customerName: null } : said, names),
  }
}

function speakerOf({ memberId, customerId, customerName }: FeedbackRow, names: Map<string, string>) {
  if (memberId) return { kind: 'team' as const, id: memberId, name: names.get(memberId) ?? '' }
  if (customerId) return { kind: 'customer' as const, id: customerId, name: shownAddress(customerName ?? '') }
  return { kind: 'visitor' as const, id: null, name: '' }
}
