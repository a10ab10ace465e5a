import { z } from 'zod'
import { Id, Time } from '#contract/endpoint.ts'
import type { EventDeclaration } from '#contract/events.ts'
import { FailedPlan } from '#contract/writing/failed-plan.ts'

const event = <const E extends EventDeclaration>(declared: E): E => declared

const InLanguages = z.object({ languages: z.array(z.string()) })
const Standing = z.object({ language: z.string(), status: z.string() })

export const contentEvents = {
  'content.changed': event({ isHistory: false }),
  'content-model.changed': event({
    isHistory: true,
    new: z.object({ key: z.string(), step: z.int() }),
    /** `registers`: fields that become unique. `frees`: slots that are no longer unique. */
    with: z.object({
      unique: z.object({ registers: z.array(Id), frees: z.array(z.string()) }),
      isOnly: z.boolean(),
      purged: z.array(z.string()),
      /** True if the model was restored from deletion. */
      isBack: z.boolean(),
    }),
  }),
  'content-category.changed': event({ isHistory: false }),
  'content-category.deleted': event({ isHistory: false, with: z.object({ categoryId: Id, to: Id.nullable() }) }),
  'entry.created': event({ isHistory: true, new: z.object({ language: z.string() }) }),
  'entry.changed': event({ isHistory: false }),
  'entry.published': event({ isHistory: true, new: InLanguages.extend({ number: z.int() }) }),
  'entry.unpublished': event({ isHistory: true, new: InLanguages }),
  'entry.planned': event({
    isHistory: true,
    new: z.object({ language: z.string(), publishAt: Time.nullable(), unpublishAt: Time.nullable() }),
  }),
  'entry.plan-failed': event({ isHistory: true, new: FailedPlan }),
  'entry.status-changed': event({ isHistory: true, old: Standing, new: Standing }),
  /** Not in the history, because the status change is already recorded there. */
  'entry.review-asked': event({
    isHistory: false,
    new: z.object({ language: z.string(), reviewerId: Id.nullable() }),
  }),
  /** Sent when a review ends without publication. */
  'entry.review-ended': event({ isHistory: false, new: z.object({ language: z.string(), sentBy: Id.nullable() }) }),
  'entry.trashed': event({ isHistory: true }),
  'entry.untrashed': event({ isHistory: true }),
  'comments.changed': event({ isHistory: false }),
  'entry.restored': event({ isHistory: true, new: z.object({ number: z.int() }) }),
}

export const mediaEvents = {
  'media.changed': { isHistory: false },
} as const satisfies Record<string, EventDeclaration>
