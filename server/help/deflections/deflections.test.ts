import { describe, expect, test } from 'vitest'
import { beginDeflection, changeDeflection, listReadArticles, showDeflections } from '#contract/help/deflections.ts'
import { deleteArticle } from '#contract/knowledge-base/articles.ts'
import { createTicket, trashTicket } from '#contract/tickets/tickets.ts'
import { as, ask } from '#test/ask.ts'
import { newArticle, newLiveArticle } from '#test/new-article.ts'
import { acme, globex, makeWorkspace, newCustomer, owner, runJobs, type World } from '#test/world.ts'

const names = ['Ida', 'Ivo', 'Ina', 'Ian'] as [string, string, string, string]
let made = 0
/** Creates a workspace without deflections. */
const newWorld = () => makeWorkspace(`deflecting-${++made}`, `Deflecting ${made}`, names)

const live = (world: World, title: string, visibility: 'public' | 'customers' | 'team' | 'unlisted' = 'public') =>
  newLiveArticle({ title, visibility }, world.admin)
const begin = ({ customer }: Pick<World, 'customer'>, ...shown: string[]) =>
  as(customer)(beginDeflection, { body: { shown } })
const change = (
  { customer }: Pick<World, 'customer'>,
  id: string,
  body: { shown: string[]; opened?: string[]; answeredBy?: string | null },
) => as(customer)(changeDeflection, { params: { id }, body })
const report = ({ admin }: World) => as(admin)(showDeflections, {})
const send = ({ customer }: Pick<World, 'customer'>, deflection: string) =>
  as(customer)(createTicket, { body: { subject: 'It blinks', text: 'All night', deflection } })
const none = { shown: 0, opened: 0, answered: 0, left: 0, sent: 0 }

describe('of a request that is being written', () => {
  test('it is counted what was shown, opened, and that it answered', async () => {
    const world = await newWorld()
    const [lamp, fuse] = [await live(world, 'Lamps'), await live(world, 'Fuses')]
    const { id } = await begin(world, lamp.id)
    await change(world, id, { shown: [lamp.id, fuse.id], opened: [fuse.id], answeredBy: fuse.id })
    expect(await report(world)).toMatchObject({
      requests: { ...none, shown: 1, opened: 1, answered: 1 },
      items: expect.arrayContaining([
        { article: { id: fuse.id, title: 'Fuses' }, ...none, shown: 1, opened: 1, answered: 1, failed: 0 },
        { article: { id: lamp.id, title: 'Lamps' }, ...none, shown: 1, failed: 0 },
      ]),
    })
  })

  test('what was opened and sent all the same failed, and is known by its ticket', async () => {
    const world = await newWorld()
    const [lamp, fuse] = [await live(world, 'Lamps'), await live(world, 'Fuses')]
    const { id } = await begin(world, lamp.id, fuse.id)
    await change(world, id, { shown: [lamp.id, fuse.id], opened: [lamp.id] })
    const ticket = await send(world, id)
    expect(await report(world)).toMatchObject({
      requests: { ...none, shown: 1, opened: 1, sent: 1 },
      items: [
        { article: { title: 'Lamps' }, shown: 1, opened: 1, sent: 1, failed: 1 },
        { article: { title: 'Fuses' }, shown: 1, opened: 0, sent: 1, failed: 0 },
      ],
    })
    const { rows } = await owner.query('select ticket_id from deflections where id = $1', [id])
    expect(rows).toEqual([{ ticket_id: ticket.id }])
  })

  test('what was opened and left for an hour is told apart, and an answer that was taken back is none', async () => {
    const world = await newWorld()
    const lamp = await live(world, 'Lamps')
    const { id } = await begin(world, lamp.id)
    await change(world, id, { shown: [lamp.id], opened: [lamp.id], answeredBy: lamp.id })
    await change(world, id, { shown: [lamp.id] })
    expect((await report(world)).requests).toEqual({ ...none, shown: 1, opened: 1 })
    await owner.query(`update deflections set changed_at = now() - interval '2 hours' where id = $1`, [id])
    expect((await report(world)).requests).toEqual({ ...none, shown: 1, opened: 1, left: 1 })
  })

  test('who sends it after all is counted once, as sent', async () => {
    const world = await newWorld()
    const lamp = await live(world, 'Lamps')
    const { id } = await begin(world, lamp.id)
    await change(world, id, { shown: [lamp.id], opened: [lamp.id], answeredBy: lamp.id })
    await send(world, id)
    await send(world, id)
    expect((await report(world)).requests).toEqual({ ...none, shown: 1, opened: 1, sent: 1 })
  })

  test('nothing is counted after a month, and nothing is kept after three', async () => {
    const world = await newWorld()
    const lamp = await live(world, 'Lamps')
    const old = await begin(world, lamp.id)
    const older = await begin(world, lamp.id)
    const age = `update deflections set created_at = now() - $2::interval where id = $1`
    await owner.query(age, [old.id, '31 days'])
    await owner.query(age, [older.id, '91 days'])
    expect(await report(world)).toEqual({ requests: none, items: [], next: null })
    await owner.query(`select jobs.enqueue('deflections.prune', '{}'::json, null, 3, null, 0)`)
    await runJobs()
    const { rows } = await owner.query('select id from deflections where workspace_id = $1', [world.id])
    expect(rows).toEqual([{ id: old.id }])
  })

  test('an article in the trash is counted still, and a ticket there too', async () => {
    const world = await newWorld()
    const lamp = await live(world, 'Lamps')
    const { id } = await begin(world, lamp.id)
    const ticket = await send(world, id)
    await as(world.agent)(trashTicket, { params: { id: ticket.id } })
    await as(world.admin)(deleteArticle, { params: { id: lamp.id } })
    expect((await report(world)).items).toMatchObject([{ article: { title: 'Lamps' }, sent: 1 }])
  })
})

describe('nobody says or learns by it what is not theirs:', () => {
  test.each(['team', 'unlisted'] as const)('an article for %s is as if it did not exist', async (visibility) => {
    const world = await newWorld()
    const [hidden, shown] = [await live(world, 'Hidden', visibility), await live(world, 'Shown', 'customers')]
    const draft = await newArticle({ title: 'Draft' }, world.admin)
    const answers = await Promise.all(
      [hidden.id, draft.id, '01890000-0000-7000-8000-000000000000'].map(async (id) => {
        const { statusCode, body } = await ask(world.customer, beginDeflection, { body: { shown: [id] } })
        return [statusCode, JSON.parse(body).code]
      }),
    )
    expect(answers).toEqual(Array(3).fill([404, 'article-not-found']))
    const { id } = await begin(world, shown.id, hidden.id)
    await change(world, id, { shown: [hidden.id, draft.id], opened: [hidden.id], answeredBy: hidden.id })
    expect(await report(world)).toMatchObject({
      requests: { ...none, shown: 1 },
      items: [{ article: { title: 'Shown' }, opened: 0, answered: 0 }],
    })
  })

  test('an article of another workspace counts for nobody', async () => {
    const own = await live(acme, 'Lamps of Acme')
    expect(await begin(globex, own.id)).toMatchObject({ code: 'article-not-found' })
  })

  test('another customer changes nothing, and their ticket is not its', async () => {
    const world = await newWorld()
    const lamp = await live(world, 'Lamps')
    const { id } = await begin(world, lamp.id)
    const stranger = { customer: await newCustomer(world, 'Sven') }
    expect(await change(stranger, id, { shown: [lamp.id], opened: [lamp.id] })).toMatchObject({ code: 'not-found' })
    expect(await send(stranger, id)).toMatchObject({ subject: 'It blinks' })
    expect((await report(world)).requests).toEqual({ ...none, shown: 1 })
  })

  test('only a customer may say so, and only admins read the counts', async () => {
    const lamp = await live(acme, 'Lamps for all')
    const { id } = await begin(acme, lamp.id)
    const asTeam = await ask(acme.agent, createTicket, {
      body: { subject: 'S', text: 'T', requester: { email: acme.customer.email }, deflection: id },
    })
    expect([asTeam.statusCode, asTeam.json().fields]).toEqual([400, { deflection: expect.any(String) }])
    const readers = [acme.agent, acme.customer, null]
    const answers = await Promise.all(readers.map((person) => ask(person, showDeflections, {})))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 401])
  })
})

describe('what one customer can leave behind is bounded:', () => {
  test('20 requests a day', async () => {
    const world = await newWorld()
    const lamp = await live(world, 'Lamps')
    const begun = await Promise.all(Array.from({ length: 25 }, () => begin(world, lamp.id)))
    expect(new Set(begun.flatMap(({ id }) => id ?? [])).size).toBe(20)
    expect(begun.filter(({ code }) => code === 'too-many-requests')).toHaveLength(5)
    const { statusCode, headers } = await ask(world.customer, beginDeflection, { body: { shown: [lamp.id] } })
    expect([statusCode, headers['retry-after']]).toEqual([429, '3600'])
    const other = { customer: await newCustomer(world, 'Sven') }
    expect(await begin(other, lamp.id)).toHaveProperty('id')
    await owner.query(`update deflections set created_at = now() - interval '25 hours' where workspace_id = $1`, [
      world.id,
    ])
    expect(await begin(world, lamp.id)).toHaveProperty('id')
  })

  test('30 articles of each', async () => {
    const world = await newWorld()
    const articles = await Promise.all(Array.from({ length: 32 }, (_, at) => live(world, `Lamp ${at}`)))
    const ids = articles.map(({ id }) => id)
    const { id } = await begin(world, ...ids.slice(0, 20))
    await change(world, id, { shown: ids.slice(10, 32), opened: [ids[31]!] })
    const { rows } = await owner.query('select count(*)::int from deflection_articles where deflection_id = $1', [id])
    expect(rows).toEqual([{ count: 30 }])
    expect(await begin(world, ...ids.slice(0, 31))).toMatchObject({ code: 'invalid' })
  })
})

test('the team sees which articles a customer opened before a request, and other workspaces and customers do not', async () => {
  const world = await newWorld()
  const person = await newCustomer(world, 'Reader')
  const [opened, shown] = [await live(world, 'Opened before asking'), await live(world, 'Only shown')]
  await as(person)(beginDeflection, { body: { shown: [opened.id, shown.id], opened: [opened.id] } })
  const params = { id: person.id }
  expect(await as(world.agent)(listReadArticles, { params })).toMatchObject({
    items: [{ article: { id: opened.id, title: 'Opened before asking' }, ticket: null }],
  })
  const answers = await Promise.all([person, globex.admin, null].map((by) => ask(by, listReadArticles, { params })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 404, 401])
})
