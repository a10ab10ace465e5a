import { z } from 'zod'
import { endpoint, Id, idParams, line, Nothing, settingsBody, Time } from '#contract/endpoint.ts'

export const mostViews = 50

export const contentViewRefusals = {
  'content-view-not-found': { status: 404, text: 'There is no such view' },
  'content-view-name-taken': { status: 409, text: 'You already have a view with this name' },
  'too-many-content-views': { status: 409, text: `A member has at most ${mostViews} views. Delete one first.` },
  'content-view-reserved': { status: 403, text: 'Only the creator of a view and admins can change it' },
} as const

const fields = z.strictObject({
  name: line(80).min(1, 'Enter a name'),
  search: z
    .string()
    .max(6000, 'The query is too long to be saved')
    .regex(/^[\u0021-\u007e]*$/, 'Use the percent-encoded query of a URL')
    .describe('The query of the list URL, percent-encoded: `model=post&status=draft`'),
  isShared: z.boolean().describe('Visible to the whole team'),
})

export const ContentView = fields.extend({
  id: Id,
  isMine: z.boolean(),
  canChange: z.boolean(),
  owner: z.string().describe('Name of the creator'),
  createdAt: Time,
})
export type ContentView = z.output<typeof ContentView>

const path = '/api/v1/content-views'
const viewWrite = { for: ['team'], counts: 'write', needs: [] } as const

export const listContentViews = endpoint({
  method: 'GET',
  path,
  for: ['team'],
  summary: 'The saved views of the caller and of the team, by name',
  answer: z.object({ items: z.array(ContentView), next: z.null() }),
})

export const createContentView = endpoint({
  method: 'POST',
  path,
  ...viewWrite,
  summary: 'Saves a list of entries as a view',
  status: 201,
  body: fields.extend({ isShared: fields.shape.isShared.default(false) }),
  answer: ContentView,
  refusals: ['content-view-name-taken', 'too-many-content-views'],
})

export const changeContentView = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  ...viewWrite,
  summary: 'Changes the name or the query of a view, or who can see the view',
  params: idParams,
  body: settingsBody(fields.shape),
  answer: ContentView,
  refusals: ['content-view-not-found', 'content-view-name-taken', 'content-view-reserved', 'conflict'],
})

export const deleteContentView = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  ...viewWrite,
  summary: 'Deletes a view. Entries are not deleted',
  params: idParams,
  answer: Nothing,
  refusals: ['content-view-not-found', 'content-view-reserved'],
})
