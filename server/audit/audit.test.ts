import { expect, test } from 'vitest'
import { changeProfile } from '#contract/team.ts'
import { changeWorkspace } from '#contract/workspaces.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { acme, globex, makeWorkspace, owner, platform } from '#test/world.ts'
import { recordAudit } from './record-audit.ts'

const linesOf = async (workspaceId: string) =>
  (
    await owner.query(
      'select action, actor_type, actor_id, subject_id, detail, network from audit_log where workspace_id = $1',
      [workspaceId],
    )
  ).rows

test('a line says what was done, by whom, to what and from where', async () => {
  const { id } = await makeWorkspace('told', 'Told', ['Tia', 'Tom', 'Ted', 'Tea'])
  const detail = { old: { name: "O'Neill" }, new: { name: 'ü "\\' } }
  const actor = { type: 'customer', id: acme.customer.id } as const
  await inWorkspace(platform.app, id, (tx) =>
    recordAudit(tx, { action: 'test.done', actor, subjectId: acme.agent.id, detail, network: '192.0.2.1' }),
  )
  const by = { actor_type: 'customer', actor_id: acme.customer.id, subject_id: acme.agent.id }
  expect(await linesOf(id)).toEqual([{ action: 'test.done', ...by, detail, network: '192.0.2.1' }])
})

test('a line of the product itself needs neither person nor subject', async () => {
  const { id } = await makeWorkspace('alone', 'Alone', ['Ava', 'Ali', 'Amy', 'Abe'])
  await inWorkspace(platform.app, id, (tx) =>
    recordAudit(tx, { action: 'test.settled', actor: { type: 'system', id: null } }),
  )
  const nobody = { actor_type: 'system', actor_id: null, subject_id: null, network: null }
  expect(await linesOf(id)).toEqual([{ action: 'test.settled', ...nobody, detail: {} }])
})

test('what did not happen leaves no line', async () => {
  const { id, admin } = await makeWorkspace('undone', 'Undone', ['Una', 'Uwe', 'Udo', 'Uma'])
  const failed = inWorkspace(platform.app, id, async (tx) => {
    await recordAudit(tx, { action: 'test.failed', actor: { type: 'system', id: null } })
    throw new Error('The change failed')
  })
  await expect(failed).rejects.toThrow()
  await as(admin)(changeWorkspace, { body: { timeZone: 'Mars/Olympus' } })
  await as(admin)(changeProfile, { body: { name: 'Una' } })
  expect(await linesOf(id)).toEqual([])
})

test('who serves can neither change nor delete a line, nor write one for another workspace', async () => {
  const inAcme = (statement: string) => inWorkspace(platform.app, acme.id, ({ client }) => client.query(statement))
  await expect(inAcme(`update audit_log set action = 'x'`)).rejects.toMatchObject({ code: '42501' })
  await expect(inAcme('delete from audit_log')).rejects.toMatchObject({ code: '42501' })
  await expect(
    inAcme(`insert into audit_log (workspace_id, action, actor_type) values ('${globex.id}', 'x', 'system')`),
  ).rejects.toMatchObject({ code: '42501' })
})
