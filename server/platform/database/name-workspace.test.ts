import { type CompiledQuery, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, platform } from '#test/world.ts'

type Built = { compile(): CompiledQuery }

/** Returns the SQL text and the parameters. Replaces the id of the workspace by `W`. */
const compiled = (build: (tx: WorkspaceTx) => Built) =>
  inWorkspace(platform.app, acme.id, async (tx) => {
    const { sql: text, parameters } = build(tx).compile()
    return [text, parameters.map((value) => (value === acme.id ? 'W' : value))]
  })

describe('a select names the workspace', () => {
  test('for its table', async () => {
    expect(await compiled((tx) => tx.selectFrom('tickets').select('id').where('number', '=', 7))).toEqual([
      'select "id" from "tickets" where "number" = $1 and "tickets"."workspace_id" = $2',
      [7, 'W'],
    ])
  })

  test('for its table by the alias', async () => {
    expect(await compiled((tx) => tx.selectFrom('tickets as t').select('t.id'))).toEqual([
      'select "t"."id" from "tickets" as "t" where "t"."workspace_id" = $1',
      ['W'],
    ])
  })

  test('for each of several tables', async () => {
    expect(await compiled((tx) => tx.selectFrom(['tickets as t', 'members as m']).select('t.id'))).toEqual([
      'select "t"."id" from "tickets" as "t", "members" as "m" where "t"."workspace_id" = $1 and "m"."workspace_id" = $2',
      ['W', 'W'],
    ])
  })

  test('for the workspaces themselves by their id', async () => {
    expect(await compiled((tx) => tx.selectFrom('workspaces').select('domain'))).toEqual([
      'select "domain" from "workspaces" where "workspaces"."id" = $1',
      ['W'],
    ])
  })

  test('in the condition of a join, so that an outer one stays one', async () => {
    const query = (tx: WorkspaceTx) =>
      tx.selectFrom('tickets as t').leftJoin('members as m', 'm.id', 't.assigneeId').select(['t.id', 'm.name'])
    expect(await compiled(query)).toEqual([
      'select "t"."id", "m"."name" from "tickets" as "t" left join "members" as "m" on "m"."id" = "t"."assignee_id" and "m"."workspace_id" = $1 where "t"."workspace_id" = $2',
      ['W', 'W'],
    ])
    const { id } = await newTicket(acme)
    const found = await inWorkspace(platform.app, acme.id, (tx) => query(tx).where('t.id', '=', id).execute())
    expect(found).toEqual([{ id, name: null }])
  })

  test('beside all that an “or” says, in a condition and in a join', async () => {
    expect(
      await compiled((tx) =>
        tx
          .selectFrom('tickets')
          .innerJoin('members', (join) =>
            join.on((is) => is.or([is('members.id', '=', 'a'), is.ref('members.id').$castTo<boolean>()])),
          )
          .select('tickets.id')
          .where((is) => is.or([is('number', '=', 1), is('number', '=', 2)])),
      ),
    ).toEqual([
      'select "tickets"."id" from "tickets" inner join "members" on ("members"."id" = $1 or "members"."id") and "members"."workspace_id" = $2 where ("number" = $3 or "number" = $4) and "tickets"."workspace_id" = $5',
      ['a', 'W', 1, 2, 'W'],
    ])
  })

  test('beside a condition that was written by hand', async () => {
    expect(
      await compiled((tx) => tx.selectFrom('tickets').select('id').where(sql<boolean>`number = ${1} or true`)),
    ).toEqual(['select "id" from "tickets" where (number = $1 or true) and "tickets"."workspace_id" = $2', [1, 'W']])
  })

  test('beside a join that was written by hand', async () => {
    expect(
      await compiled((tx) =>
        tx
          .selectFrom('identity.accounts as a')
          .innerJoin('members as m', (join) => join.on(sql<boolean>`m.id = a.id or true`))
          .select('a.id'),
      ),
    ).toEqual([
      'select "a"."id" from "identity"."accounts" as "a" inner join "members" as "m" on (m.id = a.id or true) and "m"."workspace_id" = $1',
      ['W'],
    ])
  })

  test('beside one condition or the other', async () => {
    expect(
      await compiled((tx) =>
        tx
          .selectFrom('tickets')
          .select('id')
          .where('number', '=', 1)
          .where((is) => is.or([is('number', '=', 2), is('number', '=', 3)])),
      ),
    ).toEqual([
      'select "id" from "tickets" where "number" = $1 and ("number" = $2 or "number" = $3) and "tickets"."workspace_id" = $4',
      [1, 2, 3, 'W'],
    ])
  })

  test('in each select that stands within it', async () => {
    expect(
      await compiled((tx) =>
        tx
          .selectFrom((from) => from.selectFrom('messages').select('ticketId').as('said'))
          .select((is) => is.selectFrom('members').select(is.fn.countAll<number>().as('n')).as('n'))
          .where('said.ticketId', 'in', (is) => is.selectFrom('tickets').select('id')),
      ),
    ).toEqual([
      'select (select count(*) as "n" from "members" where "members"."workspace_id" = $1) as "n" from (select "ticket_id" from "messages" where "messages"."workspace_id" = $2) as "said" where "said"."ticket_id" in (select "id" from "tickets" where "tickets"."workspace_id" = $3)',
      ['W', 'W', 'W'],
    ])
  })

  test('and leaves a table of the schema of identity alone', async () => {
    expect(await compiled((tx) => tx.selectFrom('identity.accounts as a').select('a.id'))).toEqual([
      'select "a"."id" from "identity"."accounts" as "a"',
      [],
    ])
    expect(await compiled((tx) => tx.insertInto('identity.failedTries').values({ network: 'n' }))).toEqual([
      'insert into "identity"."failed_tries" ("network") values ($1)',
      ['n'],
    ])
  })
})

describe('a change names it', () => {
  test('in an update, for what it reads as well', async () => {
    expect(
      await compiled((tx) =>
        tx.updateTable('tickets as t').from('members as m').set({ snippet: 'x' }).whereRef('m.id', '=', 't.assigneeId'),
      ),
    ).toEqual([
      'update "tickets" as "t" set "snippet" = $1 from "members" as "m" where "m"."id" = "t"."assignee_id" and "t"."workspace_id" = $2 and "m"."workspace_id" = $3',
      ['x', 'W', 'W'],
    ])
  })

  test('in an update of everything', async () => {
    expect(await compiled((tx) => tx.updateTable('tickets').set({ snippet: '' }))).toEqual([
      'update "tickets" set "snippet" = $1 where "tickets"."workspace_id" = $2',
      ['', 'W'],
    ])
  })

  test('in a deletion, for what it uses as well', async () => {
    expect(
      await compiled((tx) => tx.deleteFrom('drafts').using('tickets as t').whereRef('t.id', '=', 'drafts.ticketId')),
    ).toEqual([
      'delete from "drafts" using "tickets" as "t" where "t"."id" = "drafts"."ticket_id" and "drafts"."workspace_id" = $1 and "t"."workspace_id" = $2',
      ['W', 'W'],
    ])
  })
})

describe('a new row names it', () => {
  test('as its first value, one or many, with what another value is computed from', async () => {
    expect(await compiled((tx) => tx.insertInto('auditLog').values({ action: 'a', actorType: 'system' }))).toEqual([
      'insert into "audit_log" ("workspace_id", "action", "actor_type") values ($1, $2, $3)',
      ['W', 'a', 'system'],
    ])
    const rows = [
      { action: 'a', actorType: 'system' as const },
      { action: sql<string>`lower(${'B'})`, actorType: 'system' as const },
    ]
    expect(await compiled((tx) => tx.insertInto('auditLog').values(rows))).toEqual([
      'insert into "audit_log" ("workspace_id", "action", "actor_type") values ($1, $2, $3), ($4, lower($5), $6)',
      ['W', 'a', 'system', 'W', 'B', 'system'],
    ])
  })

  test('once, where it is given; that of another one the wall refuses', async () => {
    const row = (workspaceId: string) => ({ workspaceId, action: 'a', actorType: 'system' as const })
    expect(await compiled((tx) => tx.insertInto('auditLog').values(row(acme.id)))).toEqual([
      'insert into "audit_log" ("workspace_id", "action", "actor_type") values ($1, $2, $3)',
      ['W', 'a', 'system'],
    ])
    const foreign = inWorkspace(platform.app, acme.id, (tx) =>
      tx.insertInto('auditLog').values(row(globex.id)).execute(),
    )
    await expect(foreign).rejects.toThrow(/row-level security/)
  })

  test('beside what happens where there is one already', async () => {
    const row = { callerId: acme.agent.id, key: 'k', requestHash: Buffer.from('h') }
    expect(
      await compiled((tx) =>
        tx
          .insertInto('idempotencyKeys')
          .values(row)
          .onConflict((conflict) => conflict.columns(['workspaceId', 'callerId', 'key']).doUpdateSet({ status: 1 })),
      ),
    ).toEqual([
      'insert into "idempotency_keys" ("workspace_id", "caller_id", "key", "request_hash") values ($1, $2, $3, $4) on conflict ("workspace_id", "caller_id", "key") do update set "status" = $5',
      ['W', acme.agent.id, 'k', row.requestHash, 1],
    ])
  })
})
