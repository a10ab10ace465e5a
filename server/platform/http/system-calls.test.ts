import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, Nothing } from '#contract/endpoint.ts'
import { namesOfScopes } from '#contract/scopes.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { callOf, ownApp } from '#test/own-app.ts'
import { acme, globex, owner } from '#test/world.ts'
import { type Call, callAsSystem, serve } from './serve.ts'

const writing = { method: 'POST', counts: 'write', needs: ['service'] } as const

const countTickets = endpoint({
  ...{ ...writing, path: '/api/v1/own-counts', for: ['system'], summary: 'Counts tickets by a word' },
  body: z.strictObject({ word: z.string().trim().min(1), limit: z.int().default(10) }),
  answer: z.strictObject({ caller: z.string(), prepared: z.string(), subjects: z.array(z.string()), limit: z.int() }),
})
const refuse = endpoint({
  ...{ ...writing, path: '/api/v1/own-refusals', for: ['admin', 'system'], summary: 'Refuses after a change' },
  body: z.strictObject({ name: z.string(), isKept: z.boolean() }),
  answer: Nothing,
})
const misanswer = endpoint({
  ...{ ...writing, path: '/api/v1/own-mistakes', for: ['system'], summary: 'Answers what it does not declare' },
  answer: z.strictObject({ count: z.int() }),
})
const forTeam = endpoint({
  ...{ method: 'GET', path: '/api/v1/own-team', for: ['team'], summary: 'For the team alone' },
  answer: Nothing,
})

const app = await ownApp((own) => {
  serve(
    own,
    countTickets,
    async ({ tx, caller, body, prepared }: Call<typeof countTickets> & { prepared: string }) => {
      const rows = await tx.selectFrom('tickets').select('subject').where('subject', '=', body.word).execute()
      return { caller: caller.kind, prepared, subjects: rows.map(({ subject }) => subject), limit: body.limit }
    },
    async ({ caller, body }) => `${body.word} for ${caller.workspaceId}`,
  )
  serve(own, refuse, async ({ tx, caller, body }) => {
    await tx.updateTable('workspaces').set({ name: body.name }).where('id', '=', caller.workspaceId).execute()
    if (body.isKept) return new Refusal('ticket-closed')
    throw new Refusal('ticket-closed')
  })
  serve(own, misanswer, async () => ({ count: 'many' }) as never)
  serve(own, forTeam, async () => ({}))
})
const call = callOf(app)
await newTicket(acme, { subject: 'Word' })
await newTicket(globex, { subject: 'Word' })
await newTicket(globex, { subject: 'Word' })

const nameOf = async (id: string) => (await owner.query('select name from workspaces where id = $1', [id])).rows[0].name

describe('the product itself', () => {
  test('calls in one workspace, by the schemas of anybody’s call', async () => {
    const answer = await callAsSystem(app, globex.id, countTickets, { body: { word: ' Word ' } as never })
    expect(answer).toEqual({
      ...{ caller: 'system', prepared: `Word for ${globex.id}` },
      ...{ subjects: ['Word', 'Word'], limit: 10 },
    })
  })

  test('is refused what no schema takes, and gets no answer that is not declared', async () => {
    const asked = callAsSystem(app, acme.id, countTickets, { body: { word: '', limit: 1 } })
    await expect(asked).rejects.toMatchObject({ code: 'invalid', fields: { word: expect.any(String) } })
    await expect(callAsSystem(app, acme.id, countTickets, {})).rejects.toMatchObject({ code: 'invalid' })
    await expect(callAsSystem(app, acme.id, misanswer, {})).rejects.toThrow(z.ZodError)
  })

  test('hears a refusal as one, which keeps what was written where it is returned', async () => {
    const thrown = callAsSystem(app, acme.id, refuse, { body: { name: 'Thrown', isKept: false } })
    await expect(thrown).rejects.toMatchObject({ code: 'ticket-closed', status: 409 })
    expect(await nameOf(acme.id)).toBe('Acme')
    const returned = callAsSystem(app, acme.id, refuse, { body: { name: 'Returned', isKept: true } })
    await expect(returned).rejects.toMatchObject({ code: 'ticket-closed', status: 409 })
    expect(await nameOf(acme.id)).toBe('Returned')
  })

  test('calls nothing that is not for it', () => {
    expect(() => callAsSystem(app, acme.id, forTeam, {})).toThrow('GET /api/v1/own-team is not for the system')
  })

  test('calls in no workspace that is none', async () => {
    const asked = callAsSystem(app, "' or true --", countTickets, { body: { word: 'Word', limit: 1 } })
    await expect(asked).rejects.toThrow('Not an id')
  })

  test('is nobody over HTTP', async () => {
    const body = { word: 'Word' }
    const tokens = [acme.admin.token, acme.agent.token, acme.customer.token, await newKey(acme, namesOfScopes)]
    const answers = await Promise.all(tokens.map((token) => call(countTickets, { token, body })))
    expect(answers.map((answer) => answer.json().code)).toEqual(tokens.map(() => 'not-allowed'))
    expect((await call(countTickets, { body })).json()).toMatchObject({ status: 401, code: 'not-signed-in' })
  })
})
