import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inWorkspace } from '#server/platform/database.ts'
import { acme, globex, platform } from '#test/world.ts'
import { statement } from './statement.ts'

const memberByEmail = statement<{ firstSeen: string; email: string }, { email: string }>(
  ({ workspaceId, email }) => sql`
    select email, ${email}::text as first_seen from members
    where workspace_id = ${workspaceId} and email = ${email} and ${workspaceId}::uuid is not null`,
)
const askIn = (workspaceId: string, email: string) =>
  inWorkspace(platform.app, workspaceId, (tx) => memberByEmail(tx, { email }))

test('a statement that is written once is asked with the values of each call, in the workspace of each', async () => {
  const { email } = acme.agent
  expect(await askIn(acme.id, email)).toEqual([{ email, firstSeen: email }])
  expect(await askIn(globex.id, email)).toEqual([])
  expect(await askIn(globex.id, globex.agent.email)).toHaveLength(1)
})

test('a value that would stand in its text for good is refused', async () => {
  const held = statement(
    ({ workspaceId }) => sql`select 1 where ${workspaceId}::uuid is not null and ${'held'} = 'held'`,
  )
  await expect(inWorkspace(platform.app, acme.id, (tx) => held(tx, {}))).rejects.toThrow('holds the value held')
})
