import { expect, test } from 'vitest'
import { saveDraft, writeMessage } from '#contract/tickets/messages.ts'
import { createTicket, showTicket } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme } from '#test/world.ts'

const { agent, customer } = acme
const { id } = await newTicket(acme)
type MessageBody = { html?: string; text?: string; attachments?: string[] }
const write = (person: typeof agent, said: MessageBody) => as(person)(writeMessage, { params: { id }, body: said })
const open = (person: typeof agent, said: MessageBody) =>
  as(person)(createTicket, {
    body: { subject: 'Lamp', ...said, ...(person === agent && { requester: { email: customer.email } }) },
  })

test.each([
  ['the team', agent],
  ['a customer', customer],
] as const)('what %s writes as text stays as it is typed, whatever it looks like', async (_, person) => {
  const text = 'Use <b>bold</b> & <script>x</script>, a < b,\nnot &lt;p&gt;\n\n<p>Bye</p>'
  expect(await write(person, { text })).toMatchObject({
    bodyHtml:
      '<p>Use &lt;b&gt;bold&lt;/b&gt; &amp; &lt;script&gt;x&lt;/script&gt;, a &lt; b,<br />not &amp;lt;p&amp;gt;</p><p>&lt;p&gt;Bye&lt;/p&gt;</p>',
    bodyText: text,
  })
})

test('what is written as html is html, even without a tag', async () => {
  expect(await write(agent, { html: '<p>On <b>its</b> way</p>' })).toMatchObject({
    bodyHtml: '<p>On <b>its</b> way</p>',
    bodyText: 'On its way',
  })
  expect(await write(agent, { html: 'Fish &amp; chips' })).toMatchObject({
    bodyHtml: 'Fish &amp; chips',
    bodyText: 'Fish & chips',
  })
})

test('scripts do not survive in what people write', async () => {
  const html = '<p onclick="x()">Hi<script>alert(1)</script><img src="https://evil.test/x.png"></p>'
  const message = await write(customer, { html })
  expect(message.bodyHtml).not.toMatch(/script|onclick|evil/)
  expect(message.bodyText).toBe('Hi')
})

test.each([
  ['html and text', { html: '<p>Hi</p>', text: 'Hi' }, 'Send html or text, not both'],
  ['neither html nor text', {}, 'Write a message, as html or as text'],
  ['neither, and no file either', { attachments: [] }, 'Write a message, as html or as text'],
])('a message or a ticket of %s is refused', async (_, said, sentence) => {
  const refused = { status: 400, code: 'invalid', fields: { text: sentence } }
  expect(await write(agent, said)).toMatchObject(refused)
  expect(await write(customer, said)).toMatchObject(refused)
  expect(await open(agent, said)).toMatchObject(refused)
  expect(await open(customer, said)).toMatchObject(refused)
})

test('a body that is neither html nor text by name is refused', async () => {
  const said = { body: 'Hi', text: 'Hi' }
  const refused = { status: 400, code: 'invalid', detail: expect.stringContaining('body') }
  expect(await write(agent, said)).toMatchObject(refused)
  expect(await open(customer, said)).toMatchObject(refused)
  const draft = { kind: 'reply' as const, html: '', body: 'Hi' }
  expect(await as(agent)(saveDraft, { params: { id }, body: draft })).toMatchObject(refused)
})

test.each([{ text: ' \n ' }, { text: '' }, { html: ' <p> </p> ' }, { html: '' }])(
  '%j says nothing and is no message',
  async (said) => {
    expect(await write(agent, said)).toMatchObject({ code: 'nothing-to-say' })
    expect(await open(customer, said)).toMatchObject({ code: 'nothing-to-say' })
  },
)

const letters = (count: number) => 'x'.repeat(count)
const refusedOver = (most: string, field: string) => ({
  status: 400,
  code: 'invalid',
  fields: { [field]: `Use at most ${most} characters, or attach a text file` },
})

test('a customer writes at most 64 kB, as html or as text', async () => {
  expect(await write(customer, { text: letters(65_537) })).toMatchObject(refusedOver('65,536', 'text'))
  expect(await write(customer, { html: letters(65_537) })).toMatchObject(refusedOver('65,536', 'html'))
  expect(await open(customer, { text: letters(65_537) })).toMatchObject(refusedOver('65,536', 'text'))
  expect(await write(customer, { text: letters(65_536) })).toMatchObject({ bodyText: letters(65_536) })
})

test('the team writes at most 256 kB of text and 1 MB of html', async () => {
  expect(await write(agent, { text: letters(262_145) })).toMatchObject(refusedOver('262,144', 'text'))
  expect(await write(agent, { html: letters(1_048_577) })).toMatchObject(refusedOver('1,048,576', 'html'))
  expect(await write(agent, { text: letters(262_144) })).toMatchObject({ bodyText: letters(262_144) })
  const { id: opened } = await open(agent, { html: `<p>${letters(300_000)}</p>` })
  expect(await as(agent)(showTicket, { params: { id: opened } })).toMatchObject({ lastMessageSeq: 1 })
})
