import { expect, test } from 'vitest'
import { takenBackAsNote } from '#contract/texts.ts'
import { listMessages, saveDraft, showDraft, takeBackMessage, writeMessage } from '#contract/tickets/messages.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { textFile, uploaded } from '#test/upload.ts'
import { acme, owner, runJobs } from '#test/world.ts'

const { agent, customer } = acme
const long = (word: string) => `<p>${`${word} `.repeat(100_000)}</p>`
const inAMinute = () => new Date(Date.now() + 60_000).toISOString()
const hold = (id: string, body: object) =>
  as(agent)(writeMessage, { params: { id }, body: { sendAt: inAMinute(), ...body } })
const save = (id: string, html: string) => as(agent)(saveDraft, { params: { id }, body: { kind: 'reply', html } })
const draftOf = async (id: string) => (await as(agent)(showDraft, { params: { id } })).draft
const read = async (id: string, reader = agent) => (await as(reader)(listMessages, { params: { id }, query: {} })).items

test('an answer that is taken back is not lost where its draft has no room: it is a note, with its files', async () => {
  const { id } = await newTicket(acme)
  const file = await uploaded(agent, textFile('plan.txt'))
  const held = await hold(id, { html: long('zebra'), attachments: [file.id] })
  await save(id, long('koala'))
  const { draft } = await as(agent)(takeBackMessage, { params: { id, messageId: held.id } })
  await runJobs({ laterSeconds: 120 })
  expect(draft!.html).toContain('koala')
  expect(draft!.html).not.toContain('zebra')
  const kept = (await read(id)).find((message) => message.id === held.id)
  expect(kept).toMatchObject({ kind: 'note', attachments: [{ name: 'plan.txt' }] })
  expect(kept!.bodyText.startsWith(takenBackAsNote)).toBe(true)
  expect((await read(id, customer)).map((message) => message.id)).not.toContain(held.id)
})

test('of many that come back at once because the customer wrote, the draft takes what it has room for', async () => {
  const { id } = await newTicket(acme)
  await hold(id, { html: long('first') })
  await hold(id, { html: long('second') })
  await hold(id, { html: long('third') })
  await as(customer)(writeMessage, { params: { id }, body: { text: 'Wait' } })
  const { rows } = await owner.query('select kind from messages where ticket_id = $1 and sent_at is not null', [id])
  expect(rows.map(({ kind }) => kind).sort()).toEqual(['note', 'note', 'reply', 'reply'])
  expect(Buffer.byteLength((await draftOf(id))!.html)).toBeLessThan(1_572_864)
})

test('a draft that was saved before drafts were cleaned is clean when it is read', async () => {
  const { id } = await newTicket(acme)
  await save(id, '<p>Dear Olga</p>')
  const html = '<p>Dear <b>Olga</b></p><script>evil()</script><img src=x onerror=evil()>'
  await owner.query('update drafts set html = $2, is_clean = false where ticket_id = $1', [id, html])
  const draft = await draftOf(id)
  expect(draft!.html).toContain('<p>Dear <b>Olga</b></p>')
  expect(draft!.html).not.toContain('evil')
})
