import { beforeAll, expect, test } from 'vitest'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { countedLimits } from '#server/platform/http/limits.ts'
import { as } from '#test/ask.ts'
import { acme, app, platform, settings } from '#test/world.ts'
import { de } from '#web/lib/reading-words/dictionaries/de.ts'

const asAdmin = as(acme.admin)
const host = `${acme.domain}.${settings.rootDomain}`
const remoteAddress = '203.0.113.77'
const visit = (url: string) => app.inject({ url, headers: { host }, remoteAddress })

beforeAll(async () => {
  await asAdmin(changeLanguages, { body: { items: ['en', 'de'] } })
})

test('an address that is no text has a page of the help centre in its language', async () => {
  const asked = ['/article/%E0%A4%A', '/article/%00', '/search?q=%00', '/search?q=a%00b'].map((rest) =>
    visit(`/de/knowledgebase${rest}`),
  )
  const told = (await Promise.all(asked)).map(({ statusCode, body }) => [
    statusCode,
    body.includes('lang="de"') && body.includes(de.missing.notHere),
  ])
  expect(told).toEqual(Array(asked.length).fill([404, true]))
  const ofApi = await app.inject({ url: '/api/v1/knowledge-base/articles/%E0%A4%A', headers: { host } })
  expect([ofApi.statusCode, ofApi.json().code]).toEqual([400, 'invalid'])
})

test('who searches too often is told so on a page in their language, and when to try again', async () => {
  platform.limiter.spend(countedLimits.search, remoteAddress, countedLimits.search.most * settings.limitFactor)
  const { statusCode, headers, body } = await visit('/de/knowledgebase/search?q=urlaub')
  expect([statusCode, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(body).toContain(de.faults.busy)
})
