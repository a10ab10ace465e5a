import { z } from 'zod'
import { endpoint, Id } from '#contract/endpoint.ts'

export const PaletteGroup = z.object({
  kind: z.enum(['tickets', 'drafts', 'customers', 'companies', 'articles', 'entries']),
  items: z.array(
    z.object({
      id: Id,
      title: z.string(),
      detail: z.string().describe('What tells it from others, such as the number of a ticket'),
      address: z.string().describe('Path of its page; a URL if the page is in the public help centre'),
    }),
  ),
})
export type PaletteGroup = z.output<typeof PaletteGroup>

export const showPalette = endpoint({
  method: 'GET',
  path: '/api/v1/palette',
  for: ['team'],
  counts: 'search',
  summary:
    'Tickets, drafts of the caller, people, companies, articles and entries that contain every word, at most 5 of each',
  query: z.strictObject({
    q: z
      .string()
      .trim()
      .min(1)
      .max(256)
      .optional()
      .describe('Words, the number of a ticket, or a query of tickets. If omitted, the newest drafts of the caller'),
  }),
  answer: z.object({ groups: z.array(PaletteGroup).describe('Groups without items are left out') }),
})
