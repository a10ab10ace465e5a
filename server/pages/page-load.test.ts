import type { ServerBuild } from 'react-router'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { showViewer } from '#contract/workspace/session.ts'
import { createApp } from '#server/app.ts'
import { createLimiter, limits } from '#server/platform/http/limits.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'
import { ask } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { sized } from '#test/sized.ts'
import { acme, newMember, type Person, platform, settings } from '#test/world.ts'

const build: ServerBuild = await import(new URL('server/index.js', buildFolder).href)
const app = await createApp(platform, { load: async () => build })
afterAll(() => app.close())

const relaxed = platform.limiter
beforeEach(() => {
  platform.limiter = createLimiter(1)
})
afterAll(() => {
  platform.limiter = relaxed
})

const { id } = await newTicket(acme, { subject: 'Where is my order' })
const ticket = `/service/tickets/${id}`
const list = '/service/tickets?view=all'

const visit = ({ token, domain }: Person, url: string, accept = 'text/html') =>
  app.inject({
    url,
    headers: {
      accept,
      host: `${domain}.${settings.rootDomain}:3000`,
      cookie: `access_token=${token}; workspace_domain=${domain}; timezone=UTC`,
    },
  })
const remainingOf = async (person: Person) => {
  const { headers } = await ask(person, showViewer, {})
  return Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1])
}
const statusesOf = (answers: { statusCode: number }[]) => [...new Set(answers.map(({ statusCode }) => statusCode))]

test('150 page loads a minute by one member are answered, and each is one call of theirs', async () => {
  // Stops the clock, so that the minute of the rate limit does not end on a slow machine.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const member = await newMember(acme, 'Swift')
  const answers = []
  for (let load = 0; load < 75; load += 1) answers.push(await visit(member, ticket), await visit(member, list))
  expect(statusesOf(answers)).toEqual([200])
  expect(answers.filter(({ body }) => body.includes('Where is my order'))).toHaveLength(150)
  expect(await remainingOf(member)).toBe(limits.session.most - 150 - 1)
})

test('32 page loads at once, over and over, are answered, and no connection stays away', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, (_, index) => newMember(acme, `Busy${index}`)))
  const answers = []
  const rounds = sized(1, 4)
  for (let round = 0; round < rounds; round += 1) {
    const loads = Array.from({ length: 32 }, (_, load) => visit(members[load % 4]!, load % 2 ? ticket : list))
    answers.push(...(await Promise.all(loads)))
  }
  expect(answers).toHaveLength(rounds * 32)
  expect(statusesOf(answers)).toEqual([200])
  const { pool } = platform.app
  await expect.poll(() => [pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0])
})

test('a live reading of a page holds the parts that it asks for', async () => {
  const member = await newMember(acme, 'Live')
  const [views, both, all] = [
    await visit(member, '/service/tickets.data?view=all&part=views', '*/*'),
    await visit(member, `${ticket}.data?part=messages&part=nothing`, '*/*'),
    await visit(member, `${ticket}.data`, '*/*'),
  ]
  expect(statusesOf([views, both, all])).toEqual([200])
  expect(views.body).toContain('"views"')
  expect(views.body).not.toContain('Where is my order')
  expect(both.body).toContain('Where is it?')
  expect(both.body).not.toContain('Where is my order')
  expect(all.body).toContain('Where is my order')
})

test('whoever comes by the address of a live reading is led to the page', async () => {
  const answer = await visit(acme.agent, `${list}&part=views`)
  expect([answer.statusCode, answer.headers.location]).toEqual([302, list])
})
