import type { RefusalCode } from '#contract/refusals.ts'
import { isAdminRole } from '#contract/workspace/team.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { limits } from '#server/platform/http/limits.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listActiveMembers } from '#server/workspace/team/find-members.ts'
import type { TextState, TextStatus } from './text-state.ts'

type ReviewCall = {
  tx: WorkspaceTx
  caller: Pick<Member, 'id'>
  /** Absent if the product itself writes; then nobody names a reviewer. */
  platform?: Pick<Platform, 'limiter'>
}

/** What a review changes in an article, or in an entry. */
export type ReviewSteps = {
  archivedCode: RefusalCode
  mayReview: (member: Pick<Member, 'id' | 'isAdmin'>) => boolean
  setReviewer: (reviewerId: string | null) => Promise<unknown>
  setSender: () => Promise<unknown>
  setStatus: (status: TextStatus) => Promise<unknown>
  /** The reviewer gets a mail of this event. */
  recordRequest: (reviewerId: string | null) => Promise<unknown>
  recordEnd: () => Promise<unknown>
  /** The reviewer has got the mail of this review: its end is being undone. */
  isMailed?: boolean
}

type ReviewedText = { text: Pick<TextState, 'status'>; reviewerId: string | null }

/** Sends a text to its reviewer. A reviewer who is named anew also gets a mail of a text that waits already. */
export async function requestReview(
  call: ReviewCall,
  { text, ...before }: ReviewedText,
  reviewer: string | null | undefined,
  steps: ReviewSteps,
) {
  if (text.status === 'archived') throw new Refusal(steps.archivedCode)
  if (reviewer) await refuseUnfitReviewer(call.tx, reviewer, steps)
  const isNewReviewer = reviewer !== undefined && reviewer !== before.reviewerId
  if (text.status === 'in_review' && !isNewReviewer) return
  if (isNewReviewer) await steps.setReviewer(reviewer)
  await steps.setSender()
  if (text.status !== 'in_review') await steps.setStatus('in_review')
  if (steps.isMailed && !isNewReviewer) return
  const reviewerId = isNewReviewer ? reviewer : before.reviewerId
  if (reviewerId && reviewerId !== call.caller.id) call.platform?.limiter.spend(limits.mention, call.caller.id, 1)
  await steps.recordRequest(reviewerId)
}

async function refuseUnfitReviewer(tx: WorkspaceTx, id: string, { mayReview }: Pick<ReviewSteps, 'mayReview'>) {
  const [member] = await listActiveMembers(tx, [id])
  if (!member) throw new Refusal('owner-not-active')
  if (!mayReview({ id, isAdmin: isAdminRole(member.role) })) throw new Refusal('reviewer-unfit')
}

/** Gives a text back to its sender. What readers have does not change. */
export async function giveBack(
  { status, liveVersion }: Pick<TextState, 'status' | 'liveVersion'>,
  steps: Pick<ReviewSteps, 'setStatus' | 'recordEnd'>,
) {
  if (status !== 'in_review') return
  await steps.setStatus(liveVersion === null ? 'draft' : 'published')
  await steps.recordEnd()
}
