import { expect, test } from 'vitest'
import { canary, plantCatalog } from '#test/content-queries/catalog.ts'
import { expectedIds } from '#test/content-queries/expected.ts'
import { makeQuery, type Parameter, type Query } from '#test/content-queries/generate-query.ts'
import { forgeCursor, makeHostile } from '#test/content-queries/hostile-query.ts'
import { type Random, seeded, seedOfRun } from '#test/faults/fuzz/seeded.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, app, settings } from '#test/world.ts'

/** `QUERY_RUNS` sets the number of runs. `SEED` repeats one run. */
const runs = Number(process.env.QUERY_RUNS ?? 300)
const seed = seedOfRun()
const catalog = await plantCatalog(seed)
const planted = new Date().toISOString()
const readable = [catalog.things.model.id, catalog.makers.model.id]
const { secret } = await newContentKey(acme, 'delivery', { models: readable, dailyCalls: 10_000_000 })
const askers = [
  { host: `${acme.domain}.${settings.rootDomain}` },
  { host: settings.apiHost, authorization: `Bearer ${secret}` },
]

/** Sends a query. Expects no server error, and no hidden value in a successful answer. */
async function ask(random: Random, parameters: Parameter[], asker = random.pick(askers)) {
  const url = `/api/v1/content/${catalog.things.model.pluralKey}?${new URLSearchParams(parameters)}`
  const { statusCode, body } = await app.inject({ url, headers: asker })
  const asked = `SEED=${seed} ${JSON.stringify(parameters).slice(0, 3000)} was answered ${body.slice(0, 300)}`
  expect(statusCode, asked).toBeLessThan(500)
  expect(statusCode === 200 && body.includes(canary), asked).toBe(false)
  const { items = [], ...rest } = JSON.parse(body)
  return { asked, status: statusCode, ids: items.map(({ id }: { id: string }) => id), ...rest }
}

const repeat = async (times: number, work: (random: Random) => Promise<void>) => {
  for (let run = 0; run < times; run += 1) await work(seeded(seed + run))
}
const share = (part: number) => Math.max(1, Math.round(runs * part))

test('a well-formed query has the entries that it means, in their order', { timeout: 3_600_000 }, () =>
  repeat(share(0.4), async (random) => {
    const query = makeQuery(random, catalog)
    const extra: Parameter[] = random.chance(0.3) ? [['fields', 'title,maker.title,helpers.owner.town']] : []
    const answer = await ask(random, [...query.parameters, ...extra, ['limit', '100'], ['count', 'exact']])
    const whole = expectedIds(catalog, query)
    expect(answer.ids, answer.asked).toEqual(whole.slice(0, 100))
    expect(answer.total, answer.asked).toBe(whole.length)
  }),
)

test('as it was at a moment it has the same, where nothing was published since', { timeout: 3_600_000 }, () =>
  repeat(share(0.1), async (random) => {
    const query = makeQuery(random, catalog)
    const extra: Parameter[] = random.chance(0.5) ? [['fields', 'title,maker.title,helpers.owner.town']] : []
    const past: Parameter[] = [...extra, ['as_of', planted], ['limit', '100'], ['count', 'exact']]
    const answer = await ask(random, [...query.parameters, ...past], askers[1])
    const whole = expectedIds(catalog, query)
    expect([answer.ids, answer.total], answer.asked).toEqual([whole.slice(0, 100), whole.length])
  }),
)

test('its pages, forwards, backwards and by number, are parts of that list', { timeout: 3_600_000 }, () =>
  repeat(share(0.1), async (random) => {
    const query = makeQuery(random, catalog)
    const whole = expectedIds(catalog, query)
    const limit = 1 + random.below(20)
    expect(await walk(random, query, limit), `SEED=${seed} ${JSON.stringify(query.parameters)}`).toEqual(whole)
    const page = 1 + random.below(4)
    const numbered = await ask(random, [...query.parameters, ['limit', `${limit}`], ['page', `${page}`]])
    expect(numbered.ids, numbered.asked).toEqual(whole.slice((page - 1) * limit, page * limit))
  }),
)

/** Reads all pages forwards, and then the page before the last page backwards. Returns the ids. */
async function walk(random: Random, { parameters }: Query, limit: number): Promise<string[]> {
  const found: string[] = []
  const sized: Parameter[] = [...parameters, ['limit', `${limit}`]]
  let answer = await ask(random, sized)
  for (; answer.next; answer = await ask(random, [...sized, ['after', answer.next]])) found.push(...answer.ids)
  if (answer.previous) {
    const back = await ask(random, [...sized, ['before', answer.previous]])
    expect(back.ids, back.asked).toEqual(found.slice(-back.ids.length))
    expect(back.ids.length, back.asked).toBe(Math.min(limit, found.length))
  }
  return [...found, ...answer.ids]
}

test('a broken or hostile query is answered, and with nothing hidden', { timeout: 3_600_000 }, () =>
  repeat(share(0.4), async (random) => {
    await ask(random, makeHostile(random, makeQuery(random, catalog).parameters))
  }),
)

test('a cursor that was tampered with leads to a part of its own list, or to a refusal', { timeout: 3_600_000 }, () =>
  repeat(share(0.1), async (random) => {
    const query = makeQuery(random, catalog)
    const { next } = await ask(random, [...query.parameters, ['limit', '1']])
    if (!next) return
    const cursor: Parameter = [random.pick(['after', 'before']), forgeCursor(random, next)]
    const answer = await ask(random, [...query.parameters, cursor])
    expect(expectedIds(catalog, query), answer.asked).toEqual(expect.arrayContaining(answer.ids))
  }),
)
