import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { changeTicket } from '#contract/tickets/tickets.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { as } from '#test/ask.ts'
import { admin, fileLines, forgeArchive, linesOf, newFolder, newMigratedInstallation } from '#test/copy-world.ts'
import { expectOfEach } from '#test/each-of.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, owner } from '#test/world.ts'

async function exportAcme() {
  const file = join(newFolder(), 'acme')
  await admin('workspace', 'export', acme.domain, file)
  return file
}

const withTable = (table: string, columns: string[], row: unknown[]) => (lines: string[]) => [
  lines[0]!,
  JSON.stringify({ table, columns }),
  JSON.stringify(row),
  ...lines.slice(1),
]

test('a file brings no plan, no longer trial, no key and no proof of an address', async () => {
  await newKey(acme, ['tickets:read'])
  const home = await newMigratedInstallation()
  await owner.query("update workspaces set plan = 'active' where id = $1", [acme.id])
  await owner.query("update service_settings set started_at = now() + interval '9 years' where workspace_id = $1", [
    acme.id,
  ])
  const file = await exportAcme()
  await owner.query("update workspaces set plan = 'free' where id = $1", [acme.id])
  await owner.query('update service_settings set started_at = now() where workspace_id = $1', [acme.id])

  expect(await home.admin('workspace', 'import', file)).toMatch(/has the free plan and no API keys/)
  const [workspace, keys, accounts] = await Promise.all([
    home.pool.query(
      `select w.plan, s.started_at <= now() as has_begun from workspaces w
       join service_settings s on s.workspace_id = w.id where w.id = $1`,
      [acme.id],
    ),
    home.pool.query('select id from api_keys where workspace_id = $1', [acme.id]),
    home.pool.query('select email from accounts where workspace_id = $1 and verified_at is not null', [acme.id]),
  ])
  expect([workspace.rows, keys.rows, accounts.rows]).toEqual([[{ plan: 'free', has_begun: true }], [], []])
  expect(gunzipSync(readFileSync(file)).toString()).not.toContain('app.api_key')
})

describe('somebody who has an account here', () => {
  test('keeps it, and is invited: what they wrote there waits until they accept', async () => {
    const { id: ticketId } = await newTicket(acme)
    await as(acme.agent)(changeTicket, { params: { id: ticketId }, body: { assignee: acme.agent.id } })
    const home = await newMigratedInstallation()
    const id = randomUUID()
    await home.pool.query('insert into accounts (id, email, verified_at) values ($1, $2, now())', [
      id,
      acme.agent.email,
    ])
    await home.pool.query(
      `insert into sessions (account_id, idle_expires_at, absolute_expires_at) values ($1, now() + '1 day', now() + '1 day')`,
      [id],
    )

    await home.admin('workspace', 'import', await exportAcme())
    const { rows } = await home.pool.query(
      `select a.id, a.workspace_id, a.verified_at is not null as is_verified, m.status, t.assignee_id,
         (select count(*)::int from sessions s where s.account_id = a.id and s.ended_at is null) as sessions
       from accounts a join members m on m.id = a.id join tickets t on t.id = $2 where a.email = $1`,
      [acme.agent.email, ticketId],
    )
    expect(rows).toEqual([
      { id, workspace_id: null, is_verified: true, status: 'invited', assignee_id: id, sessions: 1 },
    ])
  })

  test('keeps it from a file that holds its id under another address', async () => {
    const home = await newMigratedInstallation()
    await home.pool.query(`insert into accounts (id, email, verified_at) values ($1, 'stranger@here.test', now())`, [
      acme.agent.id,
    ])
    await expect(home.admin('workspace', 'import', await exportAcme())).rejects.toThrow(
      /the id of another person's account/,
    )
    const { rows } = await home.pool.query("select id, workspace_id from accounts where email = 'stranger@here.test'")
    expect(rows).toEqual([{ id: acme.agent.id, workspace_id: null }])
  })
})

test('a file that no export wrote is refused in one sentence', async () => {
  const session = ['id', 'workspace_id', 'customer_id', 'idle_expires_at', 'absolute_expires_at']
  const later = '2099-01-01'

  const files: [name: string, sentence: RegExp, change: (lines: string[]) => string[]][] = [
    [
      'with a session',
      /Rows of identity\.sessions/,
      withTable('identity.sessions', session, [randomUUID(), acme.id, acme.customer.id, later, later]),
    ],
    [
      'with an API key',
      /Rows of app\.api_keys/,
      withTable('app.api_keys', ['workspace_id', 'name'], [acme.id, 'mine']),
    ],
    ['with an account of another workspace', /another workspace/, (lines) => lines.map(inGlobex)],
    ['without its workspace', /does not name its workspace/, ([first, ...rest]) => [withoutWorkspace(first!), ...rest]],
    [
      'with values of another kind',
      /are inconsistent/,
      (lines) => lines.map((line) => line.replace('"Europe/Berlin"', '"\\u0000"')),
    ],
    [
      'with a row twice',
      /are inconsistent/,
      (lines) => lines.flatMap((line) => (line.startsWith(`["${acme.id}"`) ? [line, line] : line)),
    ],
    ['with a table that is none', /as another version has it/, withTable('pg_catalog.pg_authid', ['rolname'], ['x'])],
    [
      'with a file of another workspace',
      /another workspace/,
      (lines) => [...lines, ...fileLines(fileKey(globex.id, randomUUID()), 'hi')],
    ],
    [
      'with a file elsewhere',
      /is damaged: nothing was changed/,
      (lines) => [...lines, ...fileLines(`${acme.id}/../${globex.id}/files/x`, 'hi')],
    ],
    [
      'with a picture that it says we made',
      /another workspace/,
      (lines) => [...lines, ...fileLines(`${acme.id}/pictures/${randomUUID()}-2560`, 'hi')],
    ],
    [
      'with a row about such a picture',
      /Rows of app\.pictures/,
      withTable('app.pictures', ['workspace_id', 'file_id', 'edge'], [acme.id, randomUUID(), '2560']),
    ],
    ['with rows of nothing', /is damaged: nothing was changed/, ([first, ...rest]) => [first!, '["x"]', ...rest]],
    ['with garbage', /is damaged: nothing was changed/, (lines) => [...lines, 'garbage']],
  ]
  const lines = linesOf(await exportAcme())
  const home = await newMigratedInstallation()
  await expectOfEach(
    files.map(([name, ...rest]) => [name, rest] as const),
    async ([sentence, change]) => {
      const error = await home
        .admin('workspace', 'import', forgeArchive(change(lines)))
        .catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(CannotStart)
      expect((error as Error).message).toMatch(sentence)
      expect((error as Error).message).not.toContain('\n')
      const { rows } = await home.pool.query('select id from workspaces where id = $1', [acme.id])
      expect(rows).toEqual([])
    },
  )
})

const withoutWorkspace = (line: string) => JSON.stringify({ ...JSON.parse(line), workspace: undefined })
/** Moves the account of the agent to Globex. Returns all other lines unchanged. */
const inGlobex = (line: string) =>
  line.startsWith(`["${acme.agent.id}","${acme.agent.email}"`) ? line.replaceAll(acme.id, globex.id) : line
