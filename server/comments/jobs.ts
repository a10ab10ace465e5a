import { mailMention } from './mails/mail-mention.ts'
import { mailFailedPlan } from './mails/plan-mails.ts'
import { mailReview } from './mails/review-mails.ts'

export const commentJobs = [mailMention, mailReview, mailFailedPlan].map((one) => ({
  ...one,
  restsWhileSuspended: true as const,
}))
