import { beforeAll, expect, test } from 'vitest'
import { databaseUrl, owner, platform } from '#test/world.ts'
import { plantDemo } from './plant-demo.ts'

beforeAll(async () => {
  await plantDemo(platform, databaseUrl.owner)
})

const rowsOf = async (text: string) => (await owner.query(text)).rows

test('a later message was never said before an earlier one', async () => {
  const pairs = await rowsOf(
    `select l.id from messages l
     join messages e on e.workspace_id = l.workspace_id and e.ticket_id = l.ticket_id and e.seq < l.seq
     where l.sent_at <= e.sent_at or l.created_at <= e.created_at or l.sent_at > now()`,
  )
  expect(pairs).toEqual([])
})

test('a closed ticket was solved before, and its history says when', async () => {
  expect(
    await rowsOf(
      `select number, solved_at, closed_at, updated_at from tickets
       where status = 'closed' and (solved_at is null or solved_at >= closed_at or updated_at <> closed_at or closed_at > now())`,
    ),
  ).toEqual([])
  expect(
    await rowsOf(
      `select t.number from tickets t
       join history h on h.workspace_id = t.workspace_id and h.subject_id = t.id and h.type = 'status.changed'
       where h.new = '"solved"' and h.created_at <> t.solved_at or h.new = '"closed"' and h.created_at <> t.closed_at`,
    ),
  ).toEqual([])
})

test('a customer’s address has every letter of their name', async () => {
  const addresses = await rowsOf(
    `select distinct e.address from customers c join customer_emails e on e.workspace_id = c.workspace_id and e.customer_id = c.id
     where c.name in ('Ingrid Sørensen', 'Björn Ek', 'Zofia Kamińska') order by 1`,
  )
  expect(addresses.map(({ address }) => address)).toEqual([
    'bjorn.ek@customer.example',
    'ingrid.sorensen@customer.example',
    'zofia.kaminska@customer.example',
  ])
})
