import { z } from 'zod'
import { Id, Time } from '#contract/endpoint.ts'
import type { EventDeclaration } from '#contract/events.ts'
import { FailedPlan } from '#contract/writing/failed-plan.ts'

const event = <const E extends EventDeclaration>(declared: E): E => declared

const InLanguages = z.object({ languages: z.array(z.string()) })
const Standing = z.object({ language: z.string(), status: z.string() })

/** What happens to the content of a workspace, to its models and to an entry. */
export const contentEvents = {
  /** What readers have is another. */
  'content.changed': event({ isHistory: false }),
  'content-model.changed': event({
    isHistory: true,
    new: z.object({ key: z.string(), step: z.int() }),
    /** Fields whose values have to be one entry's alone from now on, and slots whose values have not. */
    with: z.object({
      unique: z.object({ registers: z.array(Id), frees: z.array(z.string()) }),
      /** There is one entry of it from now on. */
      isOnly: z.boolean(),
      /** Slots whose values are gone for good. */
      purged: z.array(z.string()),
      /** It was hidden, and is there again. */
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
  /** Its history has the change of its state. */
  'entry.review-asked': event({
    isHistory: false,
    new: z.object({ language: z.string(), reviewerId: Id.nullable() }),
  }),
  /** It went back to whoever sent it, unpublished. */
  'entry.review-ended': event({ isHistory: false, new: z.object({ language: z.string(), sentBy: Id.nullable() }) }),
  'entry.trashed': event({ isHistory: true }),
  'entry.untrashed': event({ isHistory: true }),
  /** Something was said of it, changed, settled or deleted. */
  'comments.changed': event({ isHistory: false }),
  'entry.restored': event({ isHistory: true, new: z.object({ number: z.int() }) }),
}
