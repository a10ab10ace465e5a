import { z } from 'zod'
import { Id, Time } from '#contract/endpoint.ts'
import type { EventDeclaration } from '#contract/events.ts'
import { FailedPlan } from '#contract/writing/failed-plan.ts'
import { articleStatuses } from './articles.ts'

const event = <const E extends EventDeclaration>(declared: E): E => declared

const InLanguage = z.object({ language: z.string() })
const Standing = InLanguage.extend({ status: z.enum(articleStatuses) })

export const knowledgeBaseEvents = {
  'knowledge-base.changed': event({ isHistory: false }),
  'look.changed': event({ isHistory: false }),
  'languages.changed': event({ isHistory: false }),
  'reach.changed': event({
    isHistory: false,
    with: z.object({
      base: z.object({ audience: z.enum(['public', 'customers', 'team']), isListed: z.boolean() }),
    }),
  }),
  'category.deleted': event({ isHistory: false, with: z.object({ categoryId: Id, to: Id.nullable() }) }),
  'article.created': event({ isHistory: true, new: InLanguage }),
  /** `isReach`: the visibility may have changed. `isLabelled`: the labels changed. */
  'article.changed': event({ isHistory: false, with: z.object({ isReach: z.boolean(), isLabelled: z.boolean() }) }),
  'article.moved': event({ isHistory: true, old: Id.nullable(), new: Id.nullable() }),
  'article.published': event({ isHistory: true, new: InLanguage.extend({ number: z.int() }) }),
  'article.planned': event({
    isHistory: true,
    new: InLanguage.extend({ publishAt: Time.nullable(), unpublishAt: Time.nullable() }),
  }),
  'article.plan-failed': event({ isHistory: true, new: FailedPlan }),
  'article.status-changed': event({ isHistory: true, old: Standing, new: Standing }),
  /** Not stored in the history, because `article.status-changed` already records the change there. */
  'article.review-asked': event({ isHistory: false, new: InLanguage.extend({ reviewerId: Id.nullable() }) }),
  /** The review ended without a publication. */
  'article.review-ended': event({ isHistory: false, new: InLanguage.extend({ sentBy: Id.nullable() }) }),
  'article.trashed': event({ isHistory: true }),
  'article.untrashed': event({ isHistory: true }),
  'article.links-checked': event({ isHistory: false }),
  'article.judged': event({ isHistory: false }),
  'article.uses-changed': event({ isHistory: false }),
  'feedback.changed': event({ isHistory: false }),
  'article.restored': event({ isHistory: true, new: InLanguage.extend({ number: z.int() }) }),
}
