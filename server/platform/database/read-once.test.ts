import { expect, test } from 'vitest'
import { connect } from '#server/platform/database/connect.ts'
import { readOnce } from '#server/platform/database/read-once.ts'
import { acme, globex, platform } from '#test/world.ts'

const named = { text: 'select name from customers where workspace_id = $1 order by name', values: [acme.id] }
const ask = (text: string, values: unknown[] = [], workspaceId = acme.id) =>
  readOnce(platform.app, workspaceId, { text, values })
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

test('many at once are each answered their own', async () => {
  const numbers = Array.from({ length: 200 }, (_, number) => String(number))
  const text = 'select $1::text from workspaces where id = $2'
  const answers = await Promise.all(numbers.map((number) => ask(text, [number, acme.id])))
  expect(answers).toEqual(numbers.map((number) => [[number]]))
})

test('it cannot write, and leaves no transaction open', async () => {
  await expect(ask('update customers set name = $2 where workspace_id = $1', [acme.id, 'x'])).rejects.toMatchObject({
    code: '25006',
  })
  // Others may just be between two of their statements.
  await expect.poll(statesOf).toEqual([['0']])
})

test('after a statement that fails the connection works, with what it had prepared and what failed', async () => {
  const broken = 'select 1 / $1::int from workspaces where id = $2'
  for (const round of [1, 2, 3]) {
    await readOnce(platform.app, acme.id, named)
    await expect(ask(broken, [0, acme.id])).rejects.toMatchObject({ code: '22012' })
    expect(await ask(broken, [1, acme.id]), String(round)).toEqual([['1']])
    await expect(ask('select nothing from nowhere')).rejects.toMatchObject({ code: '42P01' })
  }
  // Others may just be between two of their statements.
  await expect.poll(statesOf).toEqual([['0']])
})

test('what was answered in time is not taken for late afterwards', async () => {
  const patient = connect({
    url: platform.app.pool.options.connectionString!,
    size: 1,
    name: 'test',
    statementTimeoutMs: 2000,
  })
  const text = 'select pg_backend_pid() from workspaces where id = $1'
  const pidOf = () => readOnce(patient, acme.id, { text, values: [acme.id] })
  const before = await pidOf()
  await new Promise((resolve) => setTimeout(resolve, 4200))
  expect(await pidOf()).toEqual(before)
  await patient.pool.end()
})
