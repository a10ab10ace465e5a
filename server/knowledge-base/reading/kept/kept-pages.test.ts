import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { changeArticle, publishArticle, unpublishArticle } from '#contract/knowledge-base/articles.ts'
import { changeWorkspace } from '#contract/workspace/settings.ts'
import { createApp } from '#server/app.ts'
import { createEventHub } from '#server/platform/events/live-events.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { sized } from '#test/sized.ts'
import { acme, app, databaseUrl, globex, owner, platform, settings } from '#test/world.ts'
import { keepPages } from './keep-pages.ts'
import { keepPage } from './kept-page.ts'

const asAdmin = as(acme.admin)
/** Number of changes in the test under load. `READING_ROUNDS` sets another number. */
const rounds = Number(process.env.READING_ROUNDS ?? sized(3, 10))

const visit = (path: string, headers: Record<string, string> = {}, server = app) =>
  server.inject({ url: encodeURI(path), headers: { host: `${acme.domain}.${settings.rootDomain}`, ...headers } })
const newPage = async (title: string) => {
  const { id, slug } = await newLiveArticle({ title })
  return { id, path: `/knowledgebase/article/${slug}` }
}
const retitle = async (id: string, title: string) => {
  await asAdmin(changeArticle, { params: { id }, body: { title } })
  return asAdmin(publishArticle, { params: { id }, body: {} })
}

/** Counts how often `work` takes a connection to the readers' database. */
async function questionsDuring(work: () => Promise<unknown>) {
  let asked = 0
  const count = () => {
    asked += 1
  }
  platform.reader.pool.on('acquire', count)
  await work().finally(() => platform.reader.pool.off('acquire', count))
  return asked
}

describe('a page that did not change', () => {
  test('is answered from memory', async () => {
    const { path } = await newPage('Stays the same')
    await visit(path)
    const visits = () => Promise.all(Array.from({ length: 100 }, () => visit(path)))
    expect(await questionsDuring(visits)).toBeLessThan(10)
  })

  test('is not sent again to whoever has it, also when they insist', async () => {
    const { id, path } = await newPage('Sent once')
    const first = await visit(path, { 'accept-encoding': 'br' })
    const known = { 'if-none-match': `W/"other", ${first.headers.etag}`, 'cache-control': 'no-cache' }
    const again = await visit(path, { ...known, 'accept-encoding': 'br' })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag])
    expect((await visit(path, known)).statusCode).toBe(200)
    await retitle(id, 'Sent twice')
    expect((await visit(path, { ...known, 'accept-encoding': 'br' })).statusCode).toBe(200)
  })

  test('is asked for again by every cache', async () => {
    const { path } = await newPage('Cached nowhere')
    const { headers } = await visit(path, { 'accept-encoding': 'gzip' })
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
    })
  })
})

test('what is sent with a session is kept by no cache, whosever page it is', async () => {
  const { path } = await newPage('Read by a stranger')
  const cookie = `refresh_token=${globex.agent.refreshToken}`
  const page = await visit(path, { cookie })
  expect([page.statusCode, page.headers['cache-control'], page.headers.etag]).toEqual([
    ...[200, 'private, no-store', undefined],
  ])
  expect(page.cookies.map(({ name }) => name)).toContain('access_token')
})

describe('a change shows', () => {
  test(
    `in the first answer after it, ${rounds} times while 32 read`,
    async () => {
      const { id, path } = await newPage('Round 0')
      let isOver = false
      const readers = Array.from({ length: 32 }, async () => {
        while (!isOver) {
          await visit(path)
          // In-process requests do not wait for sockets, so this gives the publishing call time to run.
          await setImmediate()
        }
      })
      const stale: number[] = []
      for (let round = 1; round <= rounds; round += 1) {
        expect(await retitle(id, `Round ${round}.`)).toMatchObject({ title: `Round ${round}.` })
        if (!(await visit(path)).body.includes(`Round ${round}.`)) stale.push(round)
      }
      isOver = true
      await Promise.all(readers)
      expect(stale).toEqual([])
      await asAdmin(unpublishArticle, { params: { id }, query: {} })
      expect((await visit(path)).statusCode).toBe(404)
      // The timeout is long, because in each round 32 readers use the database at the same time.
    },
    120_000 + rounds * 2_000,
  )

  test('of the name and colour of the workspace as well', async () => {
    const { path } = await newPage('Named')
    await visit(path)
    await asAdmin(changeWorkspace, { body: { name: 'Acme and Sons', accentColor: '#7a1f4b' } })
    const { body, headers } = await visit(path)
    expect(body).toContain('Acme and Sons')
    expect(body).toContain('--st-accent:#7a1f4b')
    expect(headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-/)
    expect(headers['permissions-policy']).toContain('fullscreen=(self "https://www.youtube-nocookie.com"')
  })

  async function anotherNode() {
    const hub = createEventHub({ url: databaseUrl.app, app: platform.app, log: platform.log })
    await hub.start()
    const node = await createApp({ ...platform, hub })
    afterAll(() => Promise.all([node.close(), hub.stop()]))
    return { hub, node }
  }

  test('on another node', async () => {
    const { node } = await anotherNode()
    const { id, path } = await newPage('Here first')
    await visit(path, {}, node)
    await retitle(id, 'There a moment later')
    const there = async () => (await visit(path, {}, node)).body
    await expect.poll(there, { timeout: 20_000 }).toContain('There a moment later')
  })

  test('at once on a node that hears of no other', async () => {
    const { hub, node } = await anotherNode()
    const { id, path } = await newPage('Heard')
    await visit(path, {}, node)
    await hub.stop()
    await retitle(id, 'Not heard')
    expect((await visit(path, {}, node)).body).toContain('Not heard')
  })

  test('also where it was made while nothing was heard', async () => {
    const { id, path } = await newPage('Before')
    await visit(path)
    const before = platform.hub.listeningConnection()!
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'startup-tools listener' and datname = current_database()`,
    )
    await owner.query(`update published_texts set title = 'Meanwhile' where article_id = $1`, [id])
    await owner.query(`update knowledge_bases set revision = revision + 1 where workspace_id = $1`, [acme.id])
    await expect.poll(() => platform.hub.listeningConnection(), { timeout: 20_000 }).toBeGreaterThan(before)
    expect((await visit(path)).body).toContain('Meanwhile')
  })
})

test('a name that went to another workspace shows that one’s pages', async () => {
  const rename = (from: string, to: string) =>
    owner.query('update workspaces set domain = $2 where domain = $1', [from, to])
  const home = async () => (await visit('/knowledgebase', { host: `${globex.domain}.${settings.rootDomain}` })).body
  expect(await home()).toContain('Globex Help')
  await rename(globex.domain, 'before')
  await rename(acme.domain, globex.domain)
  await expect.poll(home, { timeout: 20_000 }).toContain('Acme')
  await rename(globex.domain, acme.domain)
  await rename('before', globex.domain)
})

test('what one keeps costs no other its place, and has an end', async () => {
  const kept = keepPages(platform)
  afterAll(() => kept.close())
  const made: string[] = []
  const find = (domain: string, path: string) =>
    kept.find(domain, path, async () => {
      made.push(`${domain} ${path}`)
      const text = randomBytes(2 * 1024 * 1024).toString('base64')
      const revision = await revisionOf(domain)
      return { kept: await keepPage({ text, type: 'text/plain', revision, policy: '', isIndexed: true }) }
    })
  await find(globex.domain, '/small')
  for (const number of [1, 2, 3, 4, 5, 6]) await find(acme.domain, `/${number}`)
  made.length = 0
  await find(acme.domain, '/6')
  await find(globex.domain, '/small')
  await find(acme.domain, '/1')
  expect(made).toEqual([`${acme.domain} /1`])
})

const revisionOf = async (domain: string): Promise<number> => {
  const { rows } = await owner.query(
    `select revision::int from knowledge_bases k join workspaces w on w.id = k.workspace_id where w.domain = $1`,
    [domain],
  )
  return rows[0]?.revision ?? 0
}
