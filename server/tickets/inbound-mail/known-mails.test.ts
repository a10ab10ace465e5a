import { expect, test } from 'vitest'
import { mailKey } from '#server/files/storage-keys.ts'
import { decisionsOn, rawMailIn, sendMail, supportOf } from '#test/mail-in.ts'
import { messagesOf, newMessageId, newSender } from '#test/mailed-ticket.ts'
import { acme, owner, platform, runJobs } from '#test/world.ts'

const support = supportOf(acme)

/** Returns the headers and the source of a mail. `more` replaces default headers. */
function written(more: Record<string, string> = {}, text = 'The lamp is dark.', above: string[] = []) {
  const headers = {
    From: newSender(),
    Date: 'Sat, 21 Nov 2026 10:00:00 +0000',
    Subject: 'Lamp',
    'Message-ID': newMessageId(),
    ...more,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return { headers, raw: `${[...above, ...lines].join('\r\n')}\r\n\r\n${text.replaceAll('\n', '\r\n')}\r\n` }
}

/** Returns the decisions about all mails with this Message-ID, each with the first message of its ticket. */
async function ticketsOf(messageId: string) {
  const decided = await decisionsOn(messageId)
  return Promise.all(
    decided.map(async ({ ticketId, ...rest }) => ({ ...rest, first: (await messagesOf(acme, ticketId!))[0]! })),
  )
}

test.each([
  ['by somebody else', { From: 'eve@example.org' }, undefined],
  ['of another day', { Date: 'Sun, 22 Nov 2026 10:00:00 +0000' }, undefined],
  ['about something else', { Subject: 'Oven' }, undefined],
  ['with other words', {}, 'The oven is cold.'],
  ['with more words below a ruler', {}, 'The lamp is dark.\n-- \nAnd the oven is cold.'],
])('another mail under a known Message-ID, %s, is kept and flagged', async (_, otherwise, text) => {
  const { headers, raw } = written()
  await rawMailIn(raw, support)
  await rawMailIn(written({ ...headers, ...otherwise }, text).raw, support)
  const found = await ticketsOf(headers['Message-ID'])
  expect(found.map(({ first }) => first.flags).sort()).toEqual([[], ['used-id']])
  expect(found.find(({ first }) => first.flags.length > 0)!.evidence).toContainEqual({ code: 'message-id-used-before' })
})

test('another mail with another file is kept and flagged', async () => {
  const { headers } = written()
  const parted = (file: string) => {
    const mime = { 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary=B' }
    const attached = 'Content-Type: text/csv; name=a.csv\nContent-Disposition: attachment; filename=a.csv'
    return written({ ...headers, ...mime }, `--B\n\nSee\n--B\n${attached}\n\n${file}\n--B--`).raw
  }
  await rawMailIn(parted('1'), support)
  await rawMailIn(parted('2'), support)
  expect((await ticketsOf(headers['Message-ID'])).map(({ first }) => first.flags).sort()).toEqual([[], ['used-id']])
})

test.each<[string, Record<string, string>, string, string[]]>([
  [
    'by another way',
    {},
    'The lamp is dark.',
    ['Received: from b.example by c.example; Sat, 21 Nov 2026 10:01:00 +0000'],
  ],
  ['folded otherwise', {}, 'The lamp\nis  dark.', []],
  [
    'over a list that wrote its footer below',
    { 'List-Id': '<crew.example.org>' },
    'The lamp is dark.\n_______________________________________________\nCrew mailing list\ncrew@example.org',
    [],
  ],
])('the same mail %s is one, and its bytes are not kept twice', async (_, more, text, above) => {
  const { headers, raw } = written()
  await rawMailIn(raw, support)
  const again = written({ ...headers, ...more }, text, above)
  await rawMailIn(again.raw, support)
  const found = await decisionsOn(headers['Message-ID'])
  expect(found).toHaveLength(1)
  expect((await platform.storage.read(mailKey(acme.id, found[0]!.id))).toString()).toBe(raw)
})

test('of two that come the same way and are decided at once, one is kept', async () => {
  const { headers, raw } = written()
  const other = written(headers, undefined, ['Received: from b.example by c.example'])
  for (const mail of [raw, other.raw]) await sendMail({ envelope: { from: 'a@example.org', to: support }, raw: mail })
  await Promise.all([runJobs(), runJobs()])
  expect(await decisionsOn(headers['Message-ID'])).toMatchObject([{ state: 'done' }])
})

test('who wrote under the Message-ID of a mail does not lead its answers to their own ticket', async () => {
  const { headers, raw } = written()
  await rawMailIn(raw, support)
  await rawMailIn(written({ ...headers, From: 'eve@example.org' }).raw, support)
  const answer = written({ From: headers.From, 'In-Reply-To': headers['Message-ID'] }, 'One more thing')
  await rawMailIn(answer.raw, support)
  const [first] = await decisionsOn(headers['Message-ID'])
  const { rows } = await owner.query<{ messageId: string }>(
    `select message_id as "messageId" from inbound_mails where dedup_key = $1`,
    [answer.headers['Message-ID']],
  )
  expect((await messagesOf(acme, first!.ticketId!)).map(({ id }) => id)).toContain(rows[0]!.messageId)
})
