import { mailMention } from './mails/mail-mention.ts'
import { mailReview } from './mails/review-mails.ts'

export const commentJobs = [mailMention, mailReview]
