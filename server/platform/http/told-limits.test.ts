import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, platform, settings } from '#test/world.ts'
import { createLimiter } from './limits.ts'

const model = await newModel()
await newLiveEntry(model, { title: 'One', slug: 'one' })

async function open() {
  const strict = await createApp({ ...platform, limiter: createLimiter(1) })
  onTestFinished(() => strict.close())
  const call = async (method: 'GET' | 'POST', path: string, token?: string, payload?: object) => {
    const headers = { host: settings.apiHost, ...(token && { authorization: `Bearer ${token}` }) }
    const { statusCode, headers: told } = await strict.inject({
      method,
      url: path,
      headers,
      ...(payload && { payload }),
    })
    return {
      status: statusCode,
      left: String(told.ratelimit),
      policy: told['ratelimit-policy'],
      wait: told['retry-after'],
    }
  }
  return call
}

test('an answer names the budget with the fewest calls left', async () => {
  const call = await open()
  const { secret } = await newContentKey(acme, 'management')
  const content = `/api/v1/content/${model.pluralKey}`
  expect(await call('GET', '/api/v1/content-models', secret)).toMatchObject({
    left: expect.stringMatching(/^"key";r=599;t=\d+$/),
    policy: '"key";q=600;w=60',
  })
  const written = await call('POST', content, secret, { fields: { title: 'Two' } })
  expect(written).toMatchObject({
    status: 201,
    left: expect.stringMatching(/^"write";r=119;t=\d+$/),
    policy: '"write";q=120;w=60',
  })
  expect((await call('GET', `${content}?as_of=2026-01-01T00:00:00Z`, secret)).left).toMatch(/^"past-content";r=59;/)
  expect((await call('GET', `${content}?explain=1`, secret)).left).toMatch(/^"explain";r=29;/)
  const delivery = await newContentKey(acme, 'delivery')
  for (let turn = 0; turn < 2; turn += 1)
    expect((await call('GET', content, delivery.secret)).left).toMatch(/^"del[a-z-]+";r=29\d\d;/)
})

test('a refusal names the budget that is used up', async () => {
  const call = await open()
  const { secret } = await newContentKey(acme, 'management')
  const path = `/api/v1/content/${model.pluralKey}?explain=1`
  for (let turn = 0; turn < 30; turn += 1) expect((await call('GET', path, secret)).status).toBe(200)
  expect(await call('GET', path, secret)).toMatchObject({
    status: 429,
    policy: '"explain";q=30;w=60',
    wait: expect.stringMatching(/^\d+$/),
    left: expect.stringMatching(/^"explain";r=0;t=\d+$/),
  })
  expect((await call('GET', '/api/v1/content-models', secret)).left).toMatch(/^"key";/)
})
