import { z } from 'zod'
import { Batch, startRefusals } from '#contract/bulk/batches.ts'
import { endpoint, line, pageOf, paging } from '#contract/endpoint.ts'
import { TagName } from '#contract/tag-name.ts'
import { mostCountedInView } from './view-values.ts'

export const ticketTagRefusals = {
  'tag-not-found': { status: 404, text: 'No ticket has this tag' },
} as const

const Tag = z.object({
  name: z
    .string()
    .describe('The tag as the newest ticket writes it. Upper and lower case and accents make no difference'),
  count: z.int().describe(`Number of tickets outside spam and trash, up to ${mostCountedInView}`),
  isMore: z.boolean().describe('More tickets than `count` have the tag'),
})
export type Tag = z.output<typeof Tag>

const path = '/api/v1/tags'
const ofTag = {
  path: `${path}/:tag`,
  for: ['admin', 'key'],
  scope: 'tickets:write',
  counts: 'write',
  needs: [],
  params: z.strictObject({ tag: line(50).min(1).describe('The name of a tag') }),
} as const
const started = z.object({ batch: Batch.nullable().describe('null if no ticket needs a change') })
const refusals = ['tag-not-found', ...startRefusals.filter((code) => code !== 'batch-empty')] as const

export const listTags = endpoint({
  method: 'GET',
  path,
  for: ['team', 'key'],
  scope: 'tickets:read',
  counts: 'search',
  summary: 'The tags of tickets in alphabetical order, with the number of their tickets',
  query: z.strictObject({
    ...paging,
    q: z.string().max(50).optional().describe('Only tags that begin with this text'),
  }),
  answer: pageOf(Tag),
})

export const renameTag = endpoint({
  ...ofTag,
  method: 'PATCH',
  summary: 'Renames a tag on all tickets, in a batch. An existing tag with the new name is merged with it. Admins only',
  body: z.strictObject({ name: TagName }),
  answer: started,
  refusals,
})

export const deleteTag = endpoint({
  ...ofTag,
  method: 'DELETE',
  summary: 'Removes a tag from all tickets, in a batch. Admins only',
  answer: started,
  refusals,
})
