import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { serve } from '#server/platform/http/serve.ts'
import { callOf, ownApp } from '#test/own-app.ts'
import { acme, globex, newMember, owner, platform } from '#test/world.ts'

const whoAsks = endpoint({
  method: 'GET',
  path: '/api/v1/own-readings',
  for: ['team'],
  summary: 'Of this test',
  answer: z.strictObject({ role: z.string(), subjects: z.array(z.string()) }),
})
const writing = endpoint({
  method: 'GET',
  path: '/api/v1/own-writings',
  for: ['team'],
  summary: 'Of this test',
  answer: z.strictObject({}),
})

const seenRoles: string[] = []
const app = await ownApp((own) => {
  serve(own, whoAsks, async ({ tx, caller }) => {
    seenRoles.push(caller.role)
    const rows = await tx.selectFrom('members').select('email').where('id', '=', caller.id).execute()
    return { role: caller.role, subjects: rows.map(({ email }) => email) }
  })
  serve(own, writing, async ({ tx, caller }) => {
    await tx.updateTable('members').set({ name: 'Somebody else' }).where('id', '=', caller.id).execute()
    return {}
  })
})
const call = callOf(app)

describe('a reading begins as the caller who came last time', () => {
  test('and runs once if the caller is the same', async () => {
    const { token } = await newMember(acme, 'Rea')
    await call(whoAsks, { token })
    seenRoles.length = 0
    expect((await call(whoAsks, { token })).json()).toMatchObject({ role: 'TeamUser' })
    expect(seenRoles).toEqual(['TeamUser'])
  })

  test('and runs again if the role of the caller has changed', async () => {
    const { id, token } = await newMember(acme, 'Ron')
    await call(whoAsks, { token })
    await owner.query(`update members set role = 'AdminUser' where id = $1`, [id])
    seenRoles.length = 0
    expect((await call(whoAsks, { token })).json()).toMatchObject({ role: 'AdminUser' })
    expect(seenRoles).toEqual(['TeamUser', 'AdminUser'])
  })

  test('and refuses a member who was deactivated', async () => {
    const { id, token } = await newMember(globex, 'Rik')
    expect((await call(whoAsks, { token })).statusCode).toBe(200)
    await owner.query(`update members set status = 'deactivated' where id = $1`, [id])
    const refused = await call(whoAsks, { token })
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'not-signed-in'])
  })
})

describe('a reading', () => {
  test('writes nothing, whatever its handler does', async () => {
    const { id, token } = await newMember(acme, 'Roy')
    expect((await call(writing, { token })).statusCode).toBe(500)
    const { rows } = await owner.query('select name from members where id = $1', [id])
    expect(rows[0].name).toBe('Roy')
  })

  test('gives its connection back, also where many come at once and some fail', async () => {
    const { token } = await newMember(acme, 'Ria')
    const asked = Array.from({ length: 60 }, (_, n) => call(n % 3 === 0 ? writing : whoAsks, { token }))
    const codes = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 200)).toHaveLength(40)
    const { pool } = platform.app
    // An answer is sent before its transaction ends, so connections can be in use for a short time.
    await expect.poll(() => [pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0])
  })
})
