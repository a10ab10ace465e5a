import { expect, test } from 'vitest'
import { createEntryLink } from '#contract/content/entry-links.ts'
import { exportAudit, listAudit } from '#contract/workspace/audit.ts'
import { changeWorkspace } from '#contract/workspace/settings.ts'
import { changeMember, changeProfile } from '#contract/workspace/team.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { as, ask } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newKey } from '#test/new-key.ts'
import { acme, globex, makeWorkspace, newMember, owner, platform, runJobs } from '#test/world.ts'
import { pruneAuditLog } from './jobs.ts'
import { recordAudit } from './record-audit.ts'

const linesOf = async (workspaceId: string) =>
  (
    await owner.query(
      'select action, actor_type, actor_id, subject_id, detail, network from audit_log where workspace_id = $1',
      [workspaceId],
    )
  ).rows

/** Creates a workspace with an empty audit log. */
const quietWorkspace = (name: string) => makeWorkspace(name, name, ['Tia', 'Tom', 'Ted', 'Tea'])

const dated = (workspaceId: string, days: number) =>
  owner.query(
    `insert into audit_log (workspace_id, action, actor_type, created_at)
      values ($1, 'service.started', 'system', now() - make_interval(days => $2))`,
    [workspaceId, days],
  )

test('a line says what was done, by whom, to what and from where', async () => {
  const { id } = await quietWorkspace('told')
  const detail = { old: { name: "O'Neill" }, new: { name: 'ü "\\' } }
  const actor = { type: 'customer', id: acme.customer.id } as const
  await inWorkspace(platform.app, id, (tx) =>
    recordAudit(tx, {
      action: 'member.changed',
      by: { actor, network: '192.0.2.1' },
      subjectId: acme.agent.id,
      detail,
    }),
  )
  const by = { actor_type: 'customer', actor_id: acme.customer.id, subject_id: acme.agent.id }
  expect(await linesOf(id)).toEqual([{ action: 'member.changed', ...by, detail, network: '192.0.2.1' }])
})

test('a line of the product itself needs neither person nor subject', async () => {
  const { id } = await quietWorkspace('alone')
  await inWorkspace(platform.app, id, (tx) =>
    recordAudit(tx, { action: 'service.started', by: { actor: { type: 'system', id: null } } }),
  )
  const nobody = { actor_type: 'system', actor_id: null, subject_id: null, network: null }
  expect(await linesOf(id)).toEqual([{ action: 'service.started', ...nobody, detail: {} }])
})

test('what did not happen leaves no line', async () => {
  const { id, admin } = await quietWorkspace('undone')
  const failed = inWorkspace(platform.app, id, async (tx) => {
    await recordAudit(tx, { action: 'service.started', by: { actor: { type: 'system', id: null } } })
    throw new Error('The change failed')
  })
  await expect(failed).rejects.toThrow()
  await as(admin)(changeWorkspace, { body: { timeZone: 'Mars/Olympus' } })
  await as(admin)(changeProfile, { body: { name: 'Una' } })
  expect(await linesOf(id)).toEqual([])
})

test('who serves can neither change nor delete a line, nor write one for another workspace', async () => {
  await as(acme.admin)(changeWorkspace, { body: { timeZone: 'Europe/Lisbon' } })
  const inAcme = (statement: string) => inWorkspace(platform.app, acme.id, ({ client }) => client.query(statement))
  await expect(inAcme(`update audit_log set action = 'x'`)).rejects.toMatchObject({ code: '42501' })
  await expect(inAcme(`update audit_log set detail = '{"a": 1}'`)).rejects.toMatchObject({ code: '42501' })
  const before = (await linesOf(acme.id)).length
  expect(before).toBeGreaterThan(0)
  await inAcme(`delete from audit_log where workspace_id = '${acme.id}'`)
  expect(await linesOf(acme.id)).toHaveLength(before)
  await expect(
    inAcme(`insert into audit_log (workspace_id, action, actor_type) values ('${globex.id}', 'x', 'system')`),
  ).rejects.toMatchObject({ code: '42501' })
})

test('an admin reads who changed whom, from where, newest first', async () => {
  const { admin, agent } = await quietWorkspace('readers')
  await as(admin)(changeMember, { params: { id: agent.id }, body: { isHrAdmin: true } })
  await as(admin)(changeWorkspace, { body: { timeZone: 'Europe/Paris' } })
  const { items } = await as(admin)(listAudit, { query: {} })
  expect(items).toMatchObject([
    { action: 'workspace.changed', subject: null, detail: { fields: ['timeZone'] } },
    {
      action: 'member.changed',
      actor: { type: 'agent', id: admin.id, email: admin.email },
      key: null,
      subject: { id: agent.id, name: expect.stringContaining('Tom') },
      network: '127.0.0.1',
      detail: { old: { isHrAdmin: false }, new: { isHrAdmin: true } },
    },
  ])
})

test('what is done by a management key names the key', async () => {
  const world = await quietWorkspace('keyed')
  const { admin } = world
  const entry = await newEntry(await newModel({}, admin), { title: 'Draft' }, { person: admin })
  const token = await newKey(world, ['content:write'])
  await as({ ...admin, token })(createEntryLink, { params: { id: entry.id }, body: {} })
  const { items } = await as(admin)(listAudit, { query: { action: 'entry-link.created' } })
  expect(items).toMatchObject([{ actor: { id: admin.id }, key: { name: 'Test' } }])
  const byKey = await as(admin)(listAudit, { query: { key: items[0]!.key!.id } })
  expect(byKey.items).toEqual(items)
})

test('the log is filtered by action, person, network and time, and paged without loss', async () => {
  const { admin, agent, id } = await quietWorkspace('filtered')
  await dated(id, 30)
  await dated(id, 20)
  await as(admin)(changeMember, { params: { id: agent.id }, body: { isHrAdmin: true } })
  await as(admin)(changeMember, { params: { id: agent.id }, body: { isHrAdmin: false } })
  const list = async (query: object) => (await as(admin)(listAudit, { query })).items.map(({ action }) => action)
  const day = (ago: number) => new Date(Date.now() - ago * 24 * 3600_000).toISOString()
  expect(await list({ action: 'service.started' })).toEqual(['service.started', 'service.started'])
  expect(await list({ actor: admin.id })).toEqual(['member.changed', 'member.changed'])
  expect(await list({ network: '127.0.0.1' })).toHaveLength(2)
  expect(await list({ network: '192.0.2.9' })).toEqual([])
  expect(await list({ from: day(25), until: day(10) })).toEqual(['service.started'])
  const first = await as(admin)(listAudit, { query: { limit: 3 } })
  const second = await as(admin)(listAudit, { query: { limit: 3, cursor: first.next! } })
  const ids = [...first.items, ...second.items].map((entry) => entry.id)
  expect([ids.length, new Set(ids).size, second.next]).toEqual([4, 4, null])
})

test('nobody but an admin reads it, and no line of another workspace', async () => {
  const { id, admin, agent, customer } = await quietWorkspace('walled')
  await as(admin)(changeMember, { params: { id: agent.id }, body: { isHrAdmin: true } })
  expect(await as(agent)(listAudit, { query: {} })).toMatchObject({ status: 403 })
  expect(await as(customer)(listAudit, { query: {} })).toMatchObject({ status: 403 })
  const { items } = await as(globex.admin)(listAudit, { query: { actor: admin.id } })
  expect(items).toEqual([])
  const csv = await ask(globex.admin, exportAudit, { query: {} })
  expect(csv.body).not.toContain(id)
  expect(csv.body).not.toContain(agent.id)
})

test('the export is CSV that no spreadsheet runs, and is itself in the log', async () => {
  const { admin, id, domain } = await quietWorkspace('exported')
  const member = await newMember({ id, domain }, '=HYPERLINK("x")')
  await as(admin)(changeMember, { params: { id: member.id }, body: { isHrAdmin: true } })
  const { statusCode, headers, body } = await ask(admin, exportAudit, { query: { action: 'member.changed' } })
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'no-store',
  ])
  const [header, line, rest] = body.split('\r\n')
  expect(header).toBe('\uFEFFtime,action,actor_type,actor,actor_email,key,subject,network,device,detail')
  expect(line).toContain(`,member.changed,agent,`)
  expect(line).toContain(`"'=HYPERLINK(""x"")`)
  expect(rest).toBe('')
  const { items } = await as(admin)(listAudit, { query: {} })
  expect(items[0]).toMatchObject({ action: 'audit-log.exported', detail: { filter: { action: 'member.changed' } } })
})

test('a line is kept for 400 days', async () => {
  const { id } = await quietWorkspace('aged')
  await dated(id, 401)
  await dated(id, 399)
  await inWorkspace(platform.app, id, (tx) => enqueue(tx, pruneAuditLog, {}))
  await runJobs()
  expect(await linesOf(id)).toHaveLength(1)
})
