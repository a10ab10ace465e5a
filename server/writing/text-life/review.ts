import type { RefusalCode } from '#contract/refusals.ts'
import { isAdminRole } from '#contract/workspace/admin-role.ts'
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
  /** Has the rate limiter for messages to reviewers. Absent for automatic changes, which choose no reviewer. */
  platform?: Pick<Platform, 'limiter'>
}

export type ReviewSteps = {
  archivedCode: RefusalCode
  mayReview: (member: Pick<Member, 'id' | 'isAdmin'>) => boolean
  setReviewer: (reviewerId: string | null) => Promise<unknown>
  setSender: () => Promise<unknown>
  setStatus: (status: TextStatus) => Promise<unknown>
  recordRequest: (reviewerId: string | null) => Promise<unknown>
  recordEnd: () => Promise<unknown>
  /** True if an undo restores a review whose mail was already sent. Then no second mail is sent. */
  isMailed?: boolean
}

type ReviewedText = { text: Pick<TextState, 'status'>; reviewerId: string | null }

/**
 * Sends a text for review. If the text is already in review, this function does nothing unless the reviewer changes.
 */
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

/** Ends the review of a text. The status becomes `published` if a version is published, otherwise `draft`. */
export async function giveBack(
  { status, liveVersion }: Pick<TextState, 'status' | 'liveVersion'>,
  steps: Pick<ReviewSteps, 'setStatus' | 'recordEnd'>,
) {
  if (status !== 'in_review') return
  await steps.setStatus(liveVersion === null ? 'draft' : 'published')
  await steps.recordEnd()
}
