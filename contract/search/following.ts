import { z } from 'zod'
import { Id, pageOf, Time } from '#contract/endpoint.ts'

export const followedKinds = ['ticket', 'message', 'customer', 'article'] as const
export type FollowedKind = (typeof followedKinds)[number]

export const followingRefusals = {
  'follow-whole-list': {
    status: 400,
    text: 'With `order=updated-ascending`, a list takes only `cursor`, `limit` and `updatedAfter`',
  },
  'updated-after-needs-order': { status: 400, text: '`updatedAfter` needs `order=updated-ascending`' },
} as const

/** List order by the commit time of a row's last change. A program that polls in this order misses no row. */
export const followingOrder = 'updated-ascending'

export const followingQuery = {
  updatedAfter: Time.optional().describe(
    'With `order=updated-ascending`: only changes from this time on, and from the five minutes before it',
  ),
}

export const followedPageOf = <T extends z.ZodType>(item: T) =>
  pageOf(item).extend({
    deleted: z
      .array(z.object({ id: Id, deletedAt: Time }))
      .optional()
      .describe('With `order=updated-ascending`: items that were deleted permanently since the last page'),
    position: z
      .string()
      .optional()
      .describe('With `order=updated-ascending`: the `cursor` for the next call, even if `next` is null'),
  })
