import { mentionJob } from './mails/mail-mention.ts'
import { failedPlanJob } from './mails/plan-mails.ts'
import { reviewJob } from './mails/review-mails.ts'
import type { FindTopic } from './topic.ts'

export const commentJobs = (findTopic: FindTopic) =>
  [mentionJob(findTopic), reviewJob(findTopic), failedPlanJob(findTopic)].map((one) => ({
    ...one,
    restsWhileSuspended: true as const,
  }))
