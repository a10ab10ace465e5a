import { expect, test } from 'vitest'
import { undoBatch } from '#contract/bulk/batches.ts'
import { recoverMail } from '#contract/tickets/messages.ts'
import { changeTeam, createTeam, deleteTeam } from '#contract/tickets/teams.ts'
import { changeTicket, showTicket } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { decisionsOn, mailIn, sendMail, supportOf, ticketOf } from '#test/mail-in.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, mailsTo, type Person, runJobs, settings, type World } from '#test/world.ts'

let count = 0
const newId = () => `<team-mail-${++count}@example.org>`
const addressOf = (localPart: string, { domain }: World = acme) => `${localPart}@${domain}.${settings.inboundDomain}`
const create = (name: string, address: string | null, person: Person = acme.admin) =>
  as(person)(createTeam, { body: { name, address, color: 'teal' } })
const mail = { from: 'paul@example.org', subject: 'Broken', text: 'Help me' }
const showOf = async (messageId: string) => as(acme.agent)(showTicket, { params: { id: await ticketOf(messageId) } })

test('mail to the address of a team opens a ticket of the team, and an answer comes from support', async () => {
  const team = await create('Billing', 'Billing')
  expect(team).toMatchObject({ address: 'billing', mailAddress: addressOf('billing') })
  const messageId = newId()
  await mailIn({ ...mail, from: 'paul-billing@example.org', to: addressOf('BILLING'), messageId })
  expect(await showOf(messageId)).toMatchObject({ team: { id: team.id, name: 'Billing' }, status: 'new' })
  const [confirmation] = await mailsTo('paul-billing@example.org')
  expect(confirmation!.from).toContain(supportOf(acme))
})

test('a mail to support and to a team opens one ticket, which is of the team', async () => {
  const team = await create('Sales', 'sales')
  const messageId = newId()
  await mailIn({ ...mail, to: [supportOf(acme), addressOf('sales')], messageId })
  expect(await decisionsOn(messageId)).toHaveLength(1)
  expect((await showOf(messageId)).team).toMatchObject({ id: team.id })
})

test('mail to an address that no team has is refused, also after the team gave it up', async () => {
  const refused = /550/
  await expect(sendMail({ ...mail, to: addressOf('nobody-here') })).rejects.toThrow(refused)
  await create('Elsewhere', 'elsewhere', globex.admin)
  await expect(sendMail({ ...mail, to: addressOf('elsewhere') })).rejects.toThrow(refused)
  const team = await create('Short', 'short')
  await mailIn({ ...mail, to: addressOf('short'), messageId: newId() })
  await as(acme.admin)(changeTeam, { params: { id: team.id }, body: { address: null } })
  await expect
    .poll(() => sendMail({ ...mail, to: addressOf('short'), messageId: newId() }).catch(String))
    .toMatch(refused)
})

test('a suspended mail that is recovered belongs to the team that it was sent to', async () => {
  const team = await create('Recovery', 'recovery')
  const messageId = newId()
  await mailIn({
    ...{ ...mail, from: supportOf(acme), replyTo: 'paul@example.org', to: addressOf('recovery'), messageId },
    headers: { 'X-Startup-Tools-Loop': acme.id },
  })
  const [suspended] = await decisionsOn(messageId)
  expect(suspended!.state).toBe('suspended')
  const { ticketId } = await as(acme.agent)(recoverMail, { params: { id: suspended!.id } })
  expect((await as(acme.agent)(showTicket, { params: { id: ticketId } })).team).toMatchObject({ id: team.id })
})

test('an address is free, not reserved and well formed', async () => {
  await create('First', 'first')
  expect(await create('Second', 'FIRST')).toMatchObject({
    ...{ code: 'team-address-taken', fields: { address: 'Another team has this address' } },
  })
  for (const address of ['support', 'postmaster', 'no-reply'])
    expect(await create('Reserved', address)).toMatchObject({
      fields: { address: 'This address is reserved. Choose another one.' },
    })
  for (const address of ['a b', 'a+b', '.a', 'a.', 'ä', ''])
    expect(await create('Malformed', address)).toMatchObject({ code: 'invalid' })
  expect(await create('Same elsewhere', 'first', globex.admin)).toMatchObject({ address: 'first' })
})

test('a deleted team comes back without its address if another team has it by then', async () => {
  const team = await create('Before', 'handed-over')
  const { id } = await newTicket(acme)
  await as(acme.agent)(changeTicket, { params: { id }, body: { team: team.id } })
  const { batch } = await as(acme.admin)(deleteTeam, { params: { id: team.id } })
  await runJobs()
  await create('After', 'handed-over')
  await as(acme.admin)(undoBatch, { params: { id: batch!.id } })
  await runJobs()
  expect((await as(acme.agent)(showTicket, { params: { id } })).team).toMatchObject({ id: team.id })
  expect(await as(acme.admin)(changeTeam, { params: { id: team.id }, body: {} })).toMatchObject({ address: null })
})
