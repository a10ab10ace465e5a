import { expect, test } from 'vitest'
import { app, settings } from '#test/world.ts'

test.each([
  '[{"body":{"effectiveDirective":{"toString":1}}}]',
  '[{"body":{"effectiveDirective":["img-src"]}}]',
  '[{"body":"img-src"}]',
  '[{"csp-report":{"violated-directive":7}}]',
  '[[{"body":null}]]',
])('a report that no browser writes is taken like any other: %s', async (payload) => {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/api/csp-report',
    payload,
    headers: { host: settings.appHost, 'content-type': 'application/reports+json' },
  })
  expect([statusCode, body]).toEqual([204, ''])
})
