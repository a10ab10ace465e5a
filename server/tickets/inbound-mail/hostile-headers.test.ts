import { expect, test } from 'vitest'
import { readAuthor } from '#server/platform/mail-authentication/read-author.ts'
import { readResults } from '#server/platform/mail-authentication/read-results.ts'
import { decisionsOn, rawMailIn, supportOf } from '#test/mail-in.ts'
import { newMessageId } from '#test/mailed-ticket.ts'
import { acme } from '#test/world.ts'

const most = 60_000
const longRun = (letters: string) => letters.repeat(most / letters.length)
// Splits the value into encoded words, because the lines of a mail are short. The mail parser joins the encoded words
// again.
const encoded = (value: string) =>
  value
    .match(/.{1,900}/g)!
    .map((part) => `=?utf-8?q?${part}?=`)
    .join('\r\n ')

test.each([
  ['Sender', longRun('4.')],
  ['Sender', longRun('a-')],
  ['List-Post', `<mailto:${longRun('a')}`],
  ['List-Id', longRun('<a')],
])('a mail with 60 kB of nonsense in %s is a ticket like any other', async (name, value) => {
  const messageId = newMessageId()
  const head = [
    'From: Eve <eve@example.org>',
    'Subject: Lamp',
    `Message-ID: ${messageId}`,
    `${name}: ${encoded(value)}`,
  ]
  await rawMailIn(`${head.join('\r\n')}\r\n\r\nIt is dark.`, supportOf(acme))
  expect(await decisionsOn(messageId)).toMatchObject([{ state: 'done' }])
})

test('a From of more letters than any has names nobody', () => {
  expect(readAuthor([{ name: 'from', value: `${longRun('a;')} <eve@example.org>` }])).toBeNull()
})

test.each([longRun('a'), longRun('a.'), `header.d=${longRun('.')}`])(
  'what a relay found is read beside 60 kB of nonsense in it',
  (nonsense) => {
    const value = `relay.test; spf=pass smtp.mailfrom=example.org; dkim=pass ${nonsense}`
    expect(readResults([{ name: 'authentication-results', value }], ['relay.test'], 'eve@example.org')).toContainEqual({
      ...{ method: 'spf', result: 'pass', domain: 'example.org' },
    })
  },
)
