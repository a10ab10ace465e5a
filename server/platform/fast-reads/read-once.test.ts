import { expect, test } from 'vitest'
import { connect } from '#server/platform/database/connect.ts'
import { readEach, readOnce, readTogether, type TextRow } from '#server/platform/fast-reads/read-once.ts'
import { acme, globex, owner, platform } from '#test/world.ts'

const named = { text: 'select languages from workspaces where id = $1', values: [acme.id] }
const ask = async (text: string, values: unknown[] = [], workspaceId = acme.id) => {
  const [rows] = await readOnce(platform.reader, workspaceId, [{ text, values }])
  return rows
}
const askTogether = (text: string, values: unknown[] = [], workspaceId = acme.id) =>
  readTogether(platform.reader, workspaceId, { text, values })
const statesOf = () =>
  ask("select count(*) from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()")

test('each value comes as text, nothing as null, and arrays go in as they are', async () => {
  const text = 'select 1, true, null, $1::text[] from workspaces where id = $2'
  const values = [['a', 'b,"c"'], acme.id]
  for (const _ of [1, 2, 3]) expect(await ask(text, values)).toEqual([['1', 't', null, '{a,"b,\\"c\\""}']])
})

test('what is asked sees its workspace alone, on a connection that asked for another before', async () => {
  for (const [own, other] of [
    [acme.id, globex.id],
    [globex.id, acme.id],
    [acme.id, globex.id],
  ]) {
    const counted =
      'select count(*)::int, count(*) filter (where id = $1)::int from workspaces where id = any($2::uuid[])'
    expect(await ask(counted, [own, [own, other]], own!)).toEqual([['1', '1']])
  }
})

test.each([
  ['alone', ask],
  ['together', askTogether],
] as const)('many at once are each answered their own: %s', async (_, asking) => {
  const numbers = Array.from({ length: 200 }, (_, number) => String(number))
  const text = 'select $1::text from workspaces where id = $2'
  const answers = await Promise.all(numbers.map((number) => asking(text, [number, acme.id])))
  expect(answers).toEqual(numbers.map((number) => [[number]]))
})

test('what several workspaces ask together sees of each its own alone', async () => {
  const seen = 'select id from workspaces where id = any($1::uuid[])'
  const both = [[acme.id, globex.id]]
  const workspaces = Array.from({ length: 60 }, (_, number) => (number % 3 === 0 ? globex.id : acme.id))
  const answers = await Promise.all(workspaces.map((id) => askTogether(seen, both, id)))
  expect(answers).toEqual(workspaces.map((id) => [[id]]))
})

test('statements of several workspaces share a transaction, each behind its own wall', async () => {
  const seen = {
    text: 'select now()::text, string_agg(id::text, $2 order by id) from workspaces where id = any($1::uuid[])',
    values: [[acme.id, globex.id], ','],
  }
  const workspaces = [acme.id, globex.id, globex.id, acme.id]
  const answers: TextRow[][] = []
  await readEach(
    platform.reader,
    workspaces.map((workspaceId) => ({ workspaceId, statement: seen })),
    (rows) => answers.push(rows),
  )
  const at = answers[0]![0]![0]!
  expect(answers).toEqual(workspaces.map((id) => [[at, id]]))
})

test('statements of one workspace share a transaction, and the wall of it', async () => {
  const when = { text: 'select now()::text from workspaces where id = $1', values: [acme.id] }
  const [one, other] = await readOnce(platform.reader, acme.id, [when, when])
  expect(one).toEqual(other)
  expect(one).toHaveLength(1)
})

test('one that fails among others, also of another workspace, fails alone', async () => {
  const divided = 'select 1 / $1::int from workspaces where id = $2'
  const divisors = Array.from({ length: 40 }, (_, number) => number % 10)
  const answers = await Promise.allSettled(
    divisors.map((divisor, at) => {
      const workspaceId = at % 3 === 0 ? globex.id : acme.id
      return askTogether(divided, [divisor, workspaceId], workspaceId)
    }),
  )
  for (const [at, answer] of answers.entries())
    expect(answer).toMatchObject(
      divisors[at] === 0
        ? { status: 'rejected', reason: { code: '22012' } }
        : { value: [[String(Math.trunc(1 / divisors[at]!))]] },
    )
})

test('long answers are given while those behind them are still read', async () => {
  const asked: string[] = []
  const { onStatement } = platform.reader
  platform.reader.onStatement = (text) => asked.push(text)
  const lock = 7_041_776
  const holder = await owner.connect()
  await holder.query('select pg_advisory_lock($1)', [lock])
  const long = () => askTogether("select repeat('x', 100000) from workspaces where id = $1", [acme.id])
  const [first, second] = [long(), long()]
  const held = askTogether('select pg_advisory_xact_lock($1) from workspaces where id = $2', [lock, acme.id])
  // PostgreSQL sends the end of an answer together with the next answer. So only the first answer is complete here.
  expect((await first)[0]?.[0]).toHaveLength(100_000)
  await holder.query('select pg_advisory_unlock($1)', [lock])
  holder.release()
  await Promise.all([second, held])
  platform.reader.onStatement = onStatement
  // If the answers were given together, the waiting statement would fail, and all statements would run again.
  expect(asked).toHaveLength(3)
})

test('where the database is away all are told so, and none waits for the others', async () => {
  const away = connect({
    url: 'postgres://nobody@127.0.0.1:1/nothing',
    size: 1,
    name: 'test',
    isReadOnly: true,
    statementTimeoutMs: 2000,
  })
  const asked = Array.from({ length: 40 }, () => readTogether(away, acme.id, named))
  for (const answer of await Promise.allSettled(asked))
    expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  await away.pool.end()
})

test('it is asked on connections that can only read', async () => {
  await expect(readOnce(platform.app, acme.id, [named])).rejects.toThrow('can only read')
})

test('it cannot write, and leaves no transaction open', async () => {
  await expect(ask('update workspaces set name = $2 where id = $1', [acme.id, 'x'])).rejects.toMatchObject({
    code: '25006',
  })
  // Other connections can be between two statements of a transaction for a short time.
  await expect.poll(statesOf).toEqual([['0']])
})

test('after a statement that fails the connection works, with what it had prepared and what failed', async () => {
  const broken = 'select 1 / $1::int from workspaces where id = $2'
  for (const round of [1, 2, 3]) {
    await readOnce(platform.reader, acme.id, [named])
    await expect(ask(broken, [0, acme.id])).rejects.toMatchObject({ code: '22012' })
    expect(await ask(broken, [1, acme.id]), String(round)).toEqual([['1']])
    await expect(ask('select nothing from nowhere')).rejects.toMatchObject({ code: '42P01' })
  }
  // Other connections can be between two statements of a transaction for a short time.
  await expect.poll(statesOf).toEqual([['0']])
})

test('what was answered in time is not taken for late afterwards', async () => {
  const patient = connect({
    url: platform.reader.pool.options.connectionString!,
    size: 1,
    name: 'test',
    isReadOnly: true,
    statementTimeoutMs: 2000,
  })
  const text = 'select pg_backend_pid() from workspaces where id = $1'
  const pidOf = () => readOnce(patient, acme.id, [{ text, values: [acme.id] }])
  const before = await pidOf()
  await new Promise((resolve) => setTimeout(resolve, 4200))
  expect(await pidOf()).toEqual(before)
  await patient.pool.end()
})
