import { expect, test } from 'vitest'
import { app, settings } from '#test/world.ts'

const origin = `http://${settings.mailHost}`
const letter = { to: 'a@b.cd', from: 'c@d.ef', subject: 'Hi', text: 'Words' }

test.each([
  ['nothing', undefined],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"Hi"'],
  ['a letter to nobody', JSON.stringify({ ...letter, to: undefined })],
  ['a letter to a number', JSON.stringify({ ...letter, to: 5 })],
  ['a letter with a file for its text', JSON.stringify({ ...letter, text: { path: '/etc/hostname' } })],
])('%s is no letter, and it is said what one has', async (_, payload) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/letters',
    headers: { host: settings.mailHost, origin, ...(payload && { 'content-type': 'application/json' }) },
    ...(payload && { payload }),
  })
  expect(answer.json()).toMatchObject({
    status: 400,
    code: 'invalid',
    detail: 'A letter has to, from, subject and text, each of them a text',
  })
})
