import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { changeArticle, deleteArticle, publishArticle } from '#contract/knowledge-base/articles.ts'
import { checkLinksAgain, listBrokenLinks } from '#contract/knowledge-base/links.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { enqueue, startWorker } from '#server/platform/jobs.ts'
import { as, ask } from '#test/ask.ts'
import { publish } from '#test/dns.ts'
import { newArticle, newLiveArticle } from '#test/new-article.ts'
import { answering, askedOutside, outside } from '#test/outside.ts'
import { acme, databaseUrl, globex, owner, platform, runJobs, settings } from '#test/world.ts'
import { outsideLinkJobs } from './jobs.ts'
import { planChecks } from './outside/check-links.ts'

const asAdmin = as(acme.admin)
const linking = (...hrefs: string[]) => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: hrefs.map((href) => ({ type: 'text', text: 'there ', marks: [{ type: 'link', attrs: { href } }] })),
    },
  ],
})

const plan = (workspaceId: string) => inWorkspace(platform.app, workspaceId, (tx) => enqueue(tx, planChecks, {}))

/** Queues the checks as the timetable does, and runs all jobs. */
async function check() {
  await plan(acme.id)
  await runJobs()
}
const { now } = Date
let aheadMs = 0
const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs)
afterAll(() => clock.mockRestore())

// Moves the times of all checks into the past by `time`. Also advances the clock by the pause of one second between
// requests to a host.
function pass(time: string) {
  aheadMs += 1000
  return owner.query(
    `update outside_links set checked_at = checked_at - $1::interval, next_check_at = next_check_at - $1::interval`,
    [time],
  )
}
const brokenOf = async (id: string) =>
  (await asAdmin(listBrokenLinks, { params: { id }, query: {} })).items.map((link) => [
    link.href,
    link.fault,
    'status' in link ? link.status : null,
  ])
const statesOf = async (...urls: string[]) => {
  const { rows } = await owner.query('select url, state from outside_links where workspace_id = $1 and url = any($2)', [
    acme.id,
    urls,
  ])
  return urls.map((url) => rows.find((row) => row.url === url)?.state)
}
let names = 0
const host = () => {
  names += 1
  return `host${names}.com`
}
const there = (status: number, path = '/') => outside(`${host()}${path}`, answering(status))

beforeEach(() => {
  askedOutside.splice(0)
})

test('what an article leads to elsewhere in vain is told beside it, with what was wrong and when', async () => {
  const [fine, gone, missing] = [there(200), there(410), there(404)]
  const nowhere = 'https://nobody-has-this.com/page'
  const shut = `http://${host()}:9/`
  publish('A', new URL(shut).hostname, '93.184.215.14')
  const document = linking(fine, `${gone}#part`, missing, nowhere, shut, 'mailto:a@b.com', '#here')
  const { id } = await newArticle({ title: 'Leads away', document })
  const within = ['#here', 'no-such-section', null]
  expect(await brokenOf(id)).toEqual([within])
  await check()
  expect(await brokenOf(id)).toEqual([
    within,
    [`${gone}#part`, 'bad-answer', 410],
    [missing, 'bad-answer', 404],
    [nowhere, 'no-address', null],
    [shut, 'refused', null],
  ])
  const { items } = await asAdmin(listBrokenLinks, { params: { id }, query: {} })
  expect(items[1]).toMatchObject({ kind: 'outside', checkedAt: expect.stringMatching(/^\d{4}-/) })
  await asAdmin(changeArticle, { params: { id }, body: { document: linking(fine) } })
  expect(await brokenOf(id)).toEqual([])
})

test('an address is asked once in seven days, however many articles have it', async () => {
  const url = there(200)
  const place = url.slice('http://'.length).replace(/:\d+/, '')
  await newLiveArticle({ title: 'One', document: linking(url) })
  await newArticle({ title: 'Another', document: linking(`${url}#a`, `${url}#b`) })
  await check()
  await check()
  await pass('6 days 23 hours')
  await check()
  const times = () => askedOutside.filter((asked) => asked === `HEAD ${place}`).length
  expect(times()).toBe(1)
  await pass('2 hours')
  await check()
  expect(times()).toBe(2)
})

test('what says neither yes nor no is broken after three times over days, and not after three in a row', async () => {
  const urls = [there(503), there(403), there(429), outside(`${host()}/`, ({ socket }) => socket.destroy())]
  const { id } = await newArticle({ title: 'Not sure', document: linking(...urls) })
  await check()
  expect(await statesOf(...urls)).toEqual(['unsure', 'unsure', 'unsure', 'unsure'])
  for (let again = 0; again < 3; again++) {
    await pass('15 minutes')
    await asAdmin(checkLinksAgain, { params: { id } })
    await runJobs()
  }
  expect(await statesOf(...urls)).toEqual(['unsure', 'unsure', 'unsure', 'unsure'])
  expect(await brokenOf(id)).toEqual([])
  await pass('25 hours')
  await check()
  expect(await brokenOf(id)).toEqual([])
  await pass('49 hours')
  await check()
  expect(await brokenOf(id)).toEqual([
    [urls[0], 'bad-answer', 503],
    [urls[1], 'bad-answer', 403],
    [urls[2], 'bad-answer', 429],
    [urls[3], 'no-answer', null],
  ])
})

test('an address that works again is no longer told', async () => {
  const url = there(404)
  const { id } = await newArticle({ title: 'Mended there', document: linking(url) })
  await check()
  outside(url.slice('http://'.length).replace(/:\d+/, ''), answering(200))
  await asAdmin(checkLinksAgain, { params: { id } })
  await runJobs()
  expect(await brokenOf(id)).toHaveLength(1)
  await pass('11 minutes')
  expect(await asAdmin(checkLinksAgain, { params: { id } })).toEqual({ waiting: 1 })
  await runJobs()
  expect(await brokenOf(id)).toEqual([])
})

test('no link leads the server to itself, into its network or to ports of other things', async () => {
  const own = `${settings.workspaceOrigin(acme.domain)}/service/tickets`
  publish('A', 'inside-us.com', '10.0.0.1')
  const urls = [
    'http://169.254.169.254/latest',
    'http://inside-us.com/',
    'http://localhost:5432/',
    own,
    'http://a.com:22/',
  ]
  const { id } = await newArticle({ title: 'Spies', document: linking(...urls) })
  await check()
  expect(askedOutside).toEqual([])
  expect(await brokenOf(id)).toEqual([
    [urls[0], 'no-address', null],
    [urls[1], 'no-address', null],
  ])
})

test('what two workers are given at the same time is asked by one of them', async () => {
  const urls = [there(200), there(200), there(200)]
  await newArticle({ title: 'Twice', document: linking(...urls) })
  await plan(acme.id)
  await Promise.all([runJobs(), runJobs(), runJobs()])
  await runJobs()
  expect(askedOutside).toHaveLength(3)
})

test('many addresses are asked in turns, all of them', async () => {
  const urls = Array.from({ length: 60 }, () => there(200))
  await newArticle({ title: 'Sixty', document: linking(...urls) })
  await check()
  expect(new Set(await statesOf(...urls))).toEqual(new Set(['works']))
})

/** Returns an external URL whose host answers only after `release` is called. */
function held() {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const url = outside(`${host()}/`, async (_, response) => {
    await promise
    response.end()
  })
  const isAsked = () => vi.waitUntil(() => askedOutside.includes(`HEAD ${new URL(url).hostname}/`), { timeout: 20_000 })
  return { url, release, isAsked }
}

test('a host that somebody else is asking is left for later, and nobody waits for it', async () => {
  const { url, release, isAsked } = held()
  const other = there(200)
  await newArticle({ title: 'Asks first', document: linking(url) })
  await plan(acme.id)
  const first = runJobs()
  await isAsked()
  await newArticle({ title: 'Asks as well', document: linking(url, other) }, globex.admin)
  await plan(globex.id)
  await runJobs()
  const { rows } = await owner.query('select url, state from outside_links where workspace_id = $1 order by state', [
    globex.id,
  ])
  expect(rows).toEqual([
    { url: other, state: 'works' },
    { url, state: null },
  ])
  release()
  await first
  expect(await statesOf(url)).toEqual(['works'])
})

test('a stop waits for no host, and what it cut short is asked again and not blamed', async () => {
  const { url, release, isAsked } = held()
  const { id } = await newArticle({ title: 'Cut short', document: linking(url) })
  await plan(acme.id)
  const worker = await startWorker({ workerUrl: databaseUrl.worker, jobs: outsideLinkJobs, timetable: [], platform })
  await isAsked()
  await worker.stop()
  expect(await statesOf(url)).toEqual([null])
  release()
  await check()
  expect([await statesOf(url), await brokenOf(id)]).toEqual([['works'], []])
})

test('what no text leads to any more is forgotten after a week', async () => {
  const url = there(404)
  const { id } = await newLiveArticle({ title: 'Let go', document: linking(url) })
  await asAdmin(changeArticle, { params: { id }, body: { document: linking() } })
  await check()
  expect(await statesOf(url)).toEqual(['broken'])
  await asAdmin(publishArticle, { params: { id }, body: {} })
  await check()
  expect(await statesOf(url)).toEqual(['broken'])
  await pass('8 days')
  await check()
  expect(await statesOf(url)).toEqual([undefined])
})

test('only an admin of the workspace has links checked, and of an article that is there', async () => {
  const { id } = await newArticle({ title: 'Not theirs', document: linking(there(404)) })
  const statuses = await Promise.all(
    [acme.agent, acme.customer, globex.admin].map(
      async (person) => (await ask(person, checkLinksAgain, { params: { id } })).statusCode,
    ),
  )
  expect(statuses).toEqual([403, 403, 404])
  await asAdmin(deleteArticle, { params: { id } })
  expect((await ask(acme.admin, checkLinksAgain, { params: { id: globex.id } })).statusCode).toBe(404)
})

test('where the installation switches it off, nothing is asked or told', async () => {
  const { id } = await newArticle({ title: 'Off', document: linking(there(404)) })
  Object.assign(settings, { checksOutsideLinks: false })
  await check()
  expect(await asAdmin(checkLinksAgain, { params: { id } })).toEqual({ waiting: 0 })
  expect([askedOutside, await brokenOf(id)]).toEqual([[], []])
  Object.assign(settings, { checksOutsideLinks: true })
})
