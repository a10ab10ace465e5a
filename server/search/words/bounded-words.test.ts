import { expect, test } from 'vitest'
import { writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket, listTickets } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, owner } from '#test/world.ts'

const { agent } = acme
/** Returns `count` different words of `letters` characters each. */
const newWords = (count: number, letters: number, from: number) =>
  Array.from({ length: count }, (_, at) => (from + at).toString(36).padStart(letters, 'z')).join(' ')
const found = async (q: string) => (await as(agent)(listTickets, { query: { q } })).items.map(({ id }) => id)

test('a ticket of more words than the index holds goes on, and is found by its beginning', async () => {
  const { id } = await newTicket(acme, { text: 'Wombat' })
  const write = (kind: 'note' | 'reply', text: string) =>
    as(agent)(writeMessage, { params: { id }, body: { text, kind } })
  const writeMuch = async (kind: 'note' | 'reply', from: number, short: string) => {
    await write(kind, newWords(2430, 40, from))
    await write(kind, newWords(2430, 40, from + 3000))
    await write(kind, newWords(2430, 40, from + 6000))
    await write(kind, newWords(kind === 'note' ? 780 : 600, 40, from + 9000))
    return write(kind, short)
  }
  const reply = await writeMuch('reply', 0, newWords(24_990, 3, 36 ** 2))
  const note = await writeMuch('note', 100_000, newWords(20_000, 4, 36 ** 3))
  expect([reply, note]).toMatchObject([{ kind: 'reply' }, { kind: 'note' }])
  expect(await found('wombat')).toEqual([id])
})

test('a ticket with more text than can be put together is indexed anew', async () => {
  const { id } = await newTicket(acme, { text: 'Bilby' })
  await owner.query(
    `insert into messages (workspace_id, ticket_id, seq, kind, author_type, member_id, channel, body_text, sent_at)
     select $1, $2, 100 + n, 'reply', 'agent', $3, 'agent', repeat('word ', 18000000), now() from generate_series(1, 6) n`,
    [acme.id, id, agent.id],
  )
  const changed = await as(agent)(changeTicket, { params: { id }, body: { subject: 'Quokka' } })
  expect(changed).toMatchObject({ subject: 'Quokka' })
  expect([await found('quokka'), await found('bilby')]).toEqual([[id], [id]])
  // Deletes half a gigabyte of text, so that other tests do not read it.
  await owner.query('delete from messages where workspace_id = $1 and ticket_id = $2 and seq > 100', [acme.id, id])
})
