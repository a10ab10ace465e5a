import { z } from 'zod'
import { Id, pageOf, Time } from '#contract/endpoint.ts'

export const followedKinds = ['ticket', 'message', 'customer', 'article'] as const
export type FollowedKind = (typeof followedKinds)[number]

export const followingRefusals = {
  'follow-whole-list': {
    status: 400,
    text: 'With `order=updated-ascending` a list takes `cursor`, `limit` and `updatedAfter` alone',
  },
  'updated-after-needs-order': { status: 400, text: '`updatedAfter` needs `order=updated-ascending`' },
} as const

/** The order in which programs follow a list: each change comes, and none that was committed late is passed by. */
export const followingOrder = 'updated-ascending'

export const followingQuery = {
  updatedAfter: Time.optional().describe(
    'With `order=updated-ascending`: where to begin. What changed in the five minutes before comes as well.',
  ),
}

/** A page of a list that can be followed. */
export const followedPageOf = <T extends z.ZodType>(item: T) =>
  pageOf(item).extend({
    deleted: z
      .array(z.object({ id: Id, deletedAt: Time }))
      .optional()
      .describe('With `order=updated-ascending`: what is gone for good since the last page'),
    position: z
      .string()
      .optional()
      .describe(
        'With `order=updated-ascending`: the `cursor` with which to ask again later, also where `next` is null',
      ),
  })
