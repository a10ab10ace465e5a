import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { endpoint, Nothing } from '#contract/endpoint.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import {
  inIdentity,
  inSavepoint,
  inWorkspace,
  type TransactionOptions,
  withinWorkspace,
} from '#server/platform/database.ts'
import { serve, serveIdentity } from '#server/platform/http/serve.ts'
import { describeError } from '#server/platform/log.ts'
import { callOf, ownApp } from '#test/own-app.ts'
import { acme, globex, newMember, owner, type Person, platform } from '#test/world.ts'

const wallOf = async (tx: Transaction) =>
  (await sql<{ id: string | null }>`select current_workspace() as id`.execute(tx)).rows[0]!.id
const inAcme = <T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions) =>
  inWorkspace(platform.app, acme.id, work, options)
const over = /is over/

describe('a stay in a workspace', () => {
  test('lasts as long as its work, from nowhere and from another workspace', async () => {
    const walls = await inIdentity(platform.identity, async (tx) => [
      await wallOf(tx),
      ...(await withinWorkspace(tx, acme.id, async (inner) => [
        await wallOf(inner),
        await withinWorkspace(inner, globex.id, wallOf),
        await withinWorkspace(inner, acme.id, wallOf),
        await wallOf(inner),
      ])),
      await wallOf(tx),
    ])
    expect(walls).toEqual([null, acme.id, globex.id, acme.id, acme.id, null])
  })

  test('ends with an error that somebody caught', async () => {
    const walls = await inWorkspace(platform.app, globex.id, async (tx) => {
      await withinWorkspace(tx, acme.id, async () => Promise.reject(new Error('No'))).catch(() => {})
      return [await wallOf(tx), (await tx.selectFrom('members').select('workspaceId').execute()).length]
    })
    expect(walls).toEqual([globex.id, 2])
  })

  test('leaves a transaction that is of no use', async () => {
    await inIdentity(platform.identity, async (tx) => {
      const kept = await withinWorkspace(tx, acme.id, async (inner) => ({ inner }))
      await expect(wallOf(kept.inner)).rejects.toThrow(over)
      expect(await wallOf(tx)).toBeNull()
    })
  })
})

describe('a savepoint', () => {
  const rename = (tx: Transaction, name: string) =>
    tx.updateTable('workspaces').set({ name }).where('id', '=', acme.id).returning('name').execute()

  test('undoes only its own statements, and ends for parts that still run', async () => {
    const failure = new Error('Stop')
    await expect(
      inWorkspace(platform.app, acme.id, async (tx) => {
        await inSavepoint(tx, (inner) => rename(inner, 'First'))
        let late: Transaction | undefined
        const failing = inSavepoint(tx, async (inner) => {
          late = inner
          await rename(inner, 'Second')
          await sql`select 1 / 0`.execute(inner)
        })
        await expect(failing).rejects.toThrow('division by zero')
        await expect(rename(late!, 'Late')).rejects.toThrow(over)
        const [row] = await tx.selectFrom('workspaces').select('name').where('id', '=', acme.id).execute()
        expect(row!.name).toBe('First')
        throw failure
      }),
    ).rejects.toBe(failure)
  })
})

describe('a transaction is of no use', () => {
  test('after its commit', async () => {
    const { tx } = await inAcme(async (tx) => ({ tx }))
    await expect(wallOf(tx)).rejects.toThrow(over)
  })

  test('after it failed', async () => {
    let kept: Transaction | undefined
    const failing = inAcme(async (tx) => {
      kept = tx
      throw new Error('No')
    })
    await expect(failing).rejects.toThrow('No')
    await expect(wallOf(kept!)).rejects.toThrow(over)
  })

  test('after it could not be committed', async () => {
    let kept: Transaction | undefined
    const failing = inAcme(async (tx) => {
      kept = tx
      await sql`select 1 / 0`.execute(tx).catch(() => {})
      return 'All is well'
    })
    await expect(failing).rejects.toThrow('Nothing was committed')
    await expect(wallOf(kept!)).rejects.toThrow(over)
  })
})

/** Runs two transactions that cause a deadlock: each locks a row that the other one needs. */
async function lockEachOtherOut(options?: TransactionOptions) {
  const ids = [acme.customer.id, acme.otherCustomer.id]
  const both = Promise.withResolvers<void>()
  let [runs, holding] = [0, 0]
  const hold = (tx: Transaction, id: string) => tx.selectFrom('customers').where('id', '=', id).forUpdate().execute()
  const take = (first: string, second: string) =>
    inAcme(async (tx) => {
      runs += 1
      await hold(tx, first)
      holding += 1
      if (holding === 2) both.resolve()
      await both.promise
      await hold(tx, second)
    }, options)
  const ended = await Promise.allSettled([take(ids[0]!, ids[1]!), take(ids[1]!, ids[0]!)])
  return { runs, ended: ended.map((one) => (one.status === 'rejected' ? one.reason.code : 'done')).sort() }
}

describe('of two transactions that wait for each other', () => {
  test('one fails', async () => {
    expect(await lockEachOtherOut()).toEqual({ runs: 2, ended: ['40P01', 'done'] })
  })

  test('one runs again where its work says that it may', async () => {
    // On a slow machine, the database can cancel both transactions. Then the test tries again.
    const isOneAgain = async () =>
      expect(await lockEachOtherOut({ isRepeatable: true })).toEqual({ runs: 3, ended: ['done', 'done'] })
    await vi.waitFor(isOneAgain, { timeout: 60_000 })
  })

  test('none runs again for another reason', async () => {
    let runs = 0
    const failing = inAcme(
      async (tx) => {
        runs += 1
        await sql`select 1 / 0`.execute(tx)
      },
      { isRepeatable: true },
    )
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(runs).toBe(1)
  })
})

const lines: Record<string, unknown>[] = []
const log = pino(
  { level: 'warn', serializers: { err: describeError } },
  { write: (line: string) => lines.push(JSON.parse(line)) },
)
const reading = { method: 'GET', for: ['team'], answer: Nothing, summary: 'Of this test' } as const
const slow = endpoint({ ...reading, path: '/api/v1/own-slow' })
const writing = { ...reading, method: 'POST', counts: 'write', needs: [] } as const
const blocked = endpoint({ ...writing, path: '/api/v1/own-blocked' })
const silent = endpoint({ ...writing, path: '/api/v1/own-silent' })
const broken = endpoint({ ...reading, path: '/api/v1/own-broken' })
const swallowing = endpoint({ ...writing, path: '/api/v1/own-swallowing' })
const watched = endpoint({ ...reading, path: '/api/v1/own-watched' })
const watchedIdentity = endpoint({ ...reading, path: '/api/v1/own-watched-identity' })

/** Locks the sessions of an account without waiting. Fails if another transaction has locked them. */
const takeSession = (id: string) =>
  owner.query('select from sessions where account_id = $1 for update nowait', [id]).then(() => ({}))

const app = await ownApp(
  (own) => {
    serve(own, slow, async ({ tx }) => {
      await sql`set local statement_timeout = 50`.execute(tx)
      await sql`select pg_sleep(10)`.execute(tx)
      return {}
    })
    serve(own, blocked, async ({ tx, caller }) => {
      await sql`set local lock_timeout = 50`.execute(tx)
      await tx.selectFrom('members').where('id', '=', caller.id).forUpdate().execute()
      return {}
    })
    serve(own, silent, async ({ tx }) => {
      await tx.client.query({ text: 'select pg_sleep(1)', query_timeout: 50 } as never)
      return {}
    })
    serve(own, broken, async ({ tx }) => {
      await sql`select secret_column from nowhere`.execute(tx)
      return {}
    })
    serve(own, swallowing, async ({ tx }) => {
      await sql`select 1 / 0`.execute(tx).catch(() => {})
      return {}
    })
    serve(own, watched, async ({ caller }) => takeSession(caller.id))
    serveIdentity(own, watchedIdentity, async ({ caller }) => takeSession(caller.id))
  },
  { ...platform, log },
)
const call = callOf(app)

describe('people are told', () => {
  test('that it took too long, where a query does', async () => {
    const answer = await call(slow, { token: acme.agent.token })
    expect(answer.json()).toMatchObject({ status: 503, code: 'took-too-long' })
    expect(answer.headers['retry-after']).toBe('2')
  })

  test('that it took too long, where the database does not even say so', async () => {
    const answer = await call(silent, { token: acme.agent.token })
    expect(answer.json()).toMatchObject({ status: 503, code: 'took-too-long' })
    expect(answer.headers['retry-after']).toBe('2')
    expect((await call(watched, { token: acme.agent.token })).statusCode).toBe(200)
  })

  test('to come again, where somebody else holds what they want', async () => {
    const holder = await owner.connect()
    await holder.query('begin')
    await holder.query('select from members where id = $1 for update', [acme.agent.id])
    const answer = await call(blocked, { token: acme.agent.token })
    await holder.query('rollback').finally(() => holder.release())
    expect(answer.json()).toMatchObject({ status: 503, code: 'unavailable' })
    expect(answer.headers['retry-after']).toBe('2')
  })

  test('a number, and nothing of what is wrong, where our own query is; the log has it', async () => {
    const answer = await call(broken, { token: acme.agent.token })
    const { requestId, ...problem } = answer.json()
    expect(problem).toMatchObject({ status: 500, code: 'internal-error', detail: expect.stringContaining(requestId) })
    expect(answer.body).not.toMatch(/nowhere|secret_column|relation|42P01/)
    expect(lines.at(-1)).toMatchObject({ level: 50, msg: 'request failed', err: { code: '42P01' } })
  })

  test('that nothing was done, where a failure had been passed over', async () => {
    const answer = await call(swallowing, { token: acme.agent.token })
    expect(answer.json()).toMatchObject({ status: 500, code: 'internal-error' })
  })
})

describe('that somebody was here', () => {
  const grow = async (name: string): Promise<Person> => {
    const member = await newMember(acme, name)
    await owner.query(`update sessions set last_seen_at = now() - interval '6 minutes' where account_id = $1`, [
      member.id,
    ])
    return member
  }
  const seen = async ({ id }: Person) =>
    (
      await owner.query(
        `select s.last_seen_at > now() - interval '1 minute' as session, m.last_seen_at > now() - interval '1 minute' as member
         from sessions s join members m on m.id = s.account_id where m.id = $1`,
        [id],
      )
    ).rows[0]

  test.each([
    ['a workspace', watched],
    ['identity', watchedIdentity],
  ])('is no write of a call that reads, and is noted after it: in %s', async (_, reading) => {
    const member = await grow('Wes')
    expect(await seen(member)).toEqual({ session: false, member: null })
    expect((await call(reading, { token: member.token })).statusCode).toBe(200)
    await expect.poll(() => seen(member)).toEqual({ session: true, member: true })
  })

  test('is noted where the call was refused as well', async () => {
    const member = await grow('Wim')
    expect((await call(broken, { token: member.token })).statusCode).toBe(500)
    await expect.poll(() => seen(member)).toEqual({ session: true, member: true })
  })
})
