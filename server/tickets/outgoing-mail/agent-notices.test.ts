import { expect, test } from 'vitest'
import { z } from 'zod'
import { changeTickets, undoTicketChange } from '#contract/tickets/changes.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket, createTicket, solveTicket } from '#contract/tickets/tickets.ts'
import { changeProfile } from '#contract/workspace/team.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { as } from '#test/ask.ts'
import { mailIn } from '#test/mail-in.ts'
import { mailedTicket, messagesOf, newSender } from '#test/mailed-ticket.ts'
import { newTicket } from '#test/new-ticket.ts'
import { openRelay } from '#test/relay.ts'
import { acme, mailsTo, newMember, owner, type Person, platform, runJobs, settings } from '#test/world.ts'

const { agent, customer } = acme
const assign = (id: string, assignee: string | null, by: Person = agent) =>
  as(by)(changeTicket, { params: { id }, body: { assignee } })

/** Runs the delayed notices, and returns all notices to a member, oldest first. */
async function toldTo({ email }: Person) {
  await runJobs({ laterSeconds: 15 })
  return (await mailsTo(email)).toReversed().map(({ text }) => JSON.parse(text))
}

/** Assigns a ticket to a new member, and sends the notice about the assignment. */
async function ownedTicket() {
  const [member, mailed] = [await newMember(acme, 'Nora'), await mailedTicket(acme)]
  await assign(mailed.id, member.id)
  await toldTo(member)
  return { member, ...mailed }
}

test('whoever gets a ticket is told by whom, with what its customer wrote and the way to it', async () => {
  const member = await newMember(acme, 'Nora')
  const { id, number } = await newTicket(acme, { subject: 'Late', text: 'Where is it?' })
  await assign(id, member.id)
  expect(await toldTo(member)).toEqual([
    {
      ...{ notice: { code: 'assigned', actorName: 'Carl Test' }, ticketNumber: number, subject: 'Late' },
      excerpt: 'Where is it?',
      url: `${settings.workspaceOrigin(acme.domain)}/service/tickets/${id}`,
    },
  ])
})

test('nobody is told before the change can no longer be taken back', async () => {
  const member = await newMember(acme, 'Nora')
  const { id } = await newTicket(acme)
  await assign(id, member.id)
  await runJobs()
  expect(await mailsTo(member.email)).toEqual([])
  await runJobs({ laterSeconds: 15 })
  expect(await mailsTo(member.email)).toHaveLength(1)
})

test('an assignment that is undone was told to nobody, neither was the one that comes back', async () => {
  const [before, after] = [await newMember(acme, 'Nora'), await newMember(acme, 'Nils')]
  const { id } = await newTicket(acme)
  await assign(id, before.id)
  await toldTo(before)
  const change = await as(agent)(changeTickets, { body: { ids: [id], changes: { assignee: after.id } } })
  await as(agent)(undoTicketChange, { params: { id: change.id } })
  expect([(await toldTo(before)).length, await toldTo(after)]).toEqual([1, []])
})

test('of a ticket that goes from hand to hand only the last is told', async () => {
  const [first, second] = [await newMember(acme, 'Nora'), await newMember(acme, 'Nils')]
  const { id } = await newTicket(acme)
  await assign(id, first.id)
  await assign(id, second.id)
  expect([await toldTo(first), (await toldTo(second)).length]).toEqual([[], 1])
  const { id: other } = await newTicket(acme)
  await assign(other, first.id)
  await assign(other, null)
  expect(await toldTo(first)).toEqual([])
})

test('whoever is given a new ticket is told, who opens one for themselves is not', async () => {
  const [member, colleague] = [await newMember(acme, 'Nora'), await newMember(acme, 'Nils')]
  const open = (by: Person) =>
    as(by)(createTicket, {
      body: { subject: 'For you', text: 'x', requester: { email: newSender() }, assignee: member.id },
    })
  await open(member)
  expect(await toldTo(member)).toEqual([])
  await open(colleague)
  expect(await toldTo(member)).toMatchObject([{ notice: { code: 'assigned', actorName: 'Nils Test' } }])
})

test('who solves a ticket that nobody had has it, and is told nothing', async () => {
  const member = await newMember(acme, 'Nora')
  const { id } = await newTicket(acme)
  await as(member)(solveTicket, { params: { id } })
  expect(await toldTo(member)).toEqual([])
})

test('whoever has a ticket hears what its customer answers, in few words', async () => {
  const { member, from, answer, number } = await ownedTicket()
  const text = `${'word '.repeat(99)}1234567890`
  await mailIn({ from, to: answer.replyTo, subject: 'Re: Lamp', text })
  expect((await toldTo(member)).at(-1)).toMatchObject({
    ...{ notice: { code: 'customerReplied', actorName: 'Paula' }, ticketNumber: number },
    excerpt: `${'word '.repeat(99)}12345…`,
  })
})

test('of an answer in the portal it is told who wrote, and of a ticket that nobody has nobody hears', async () => {
  const member = await newMember(acme, 'Nora')
  const [{ id: owned }, { id: free }] = [await newTicket(acme), await newTicket(acme)]
  await assign(owned, member.id)
  await toldTo(member)
  const write = (id: string) => as(customer)(writeMessage, { params: { id }, body: { text: 'Any news?' } })
  await write(owned)
  expect((await toldTo(member)).at(-1)).toMatchObject({ notice: { actorName: customer.name }, excerpt: 'Any news?' })
  const countNotices = async () =>
    (await owner.query(`select id from outgoing_mails where kind = 'agent-notice'`)).rows.length
  const before = await countNotices()
  await write(free)
  expect(await countNotices()).toBe(before)
})

test('robots, strangers and colleagues who write are no customer who replied', async () => {
  const { member, id, from, answer } = await ownedTicket()
  const to = answer.replyTo
  await mailIn({ from, to, subject: 'Away', text: 'Away', headers: { 'Auto-Submitted': 'auto-replied' } })
  await mailIn({ from: 'eve@example.org', to, subject: 'Re', text: 'Me too' })
  await as(agent)(writeMessage, { params: { id }, body: { text: 'I answered' } })
  await as(agent)(writeMessage, { params: { id }, body: { text: 'Between us', kind: 'note' } })
  expect(await toldTo(member)).toHaveLength(1)
})

test('who wants no mails of a kind gets the others', async () => {
  const { member, id, from, answer } = await ownedTicket()
  await as(member)(changeProfile, { body: { notifications: { customerReplied: false } } })
  await mailIn({ from, to: answer.replyTo, subject: 'Re: Lamp', text: 'Still dark?' })
  await assign(id, agent.id)
  await assign(id, member.id)
  expect((await toldTo(member)).map(({ notice }) => notice.code)).toEqual(['assigned', 'assigned'])
  await as(member)(changeProfile, { body: { notifications: { customerReplied: true, assigned: false } } })
  await mailIn({ from, to: answer.replyTo, subject: 'Re: Lamp', text: 'Hello?' })
  await assign(id, agent.id)
  await assign(id, member.id)
  expect((await toldTo(member)).at(-1).notice.code).toBe('customerReplied')
  expect(await toldTo(member)).toHaveLength(3)
})

test('a member who is not active any more is mailed nothing', async () => {
  const { member, from, answer } = await ownedTicket()
  await owner.query(`update members set status = 'deactivated' where id = $1`, [member.id])
  await mailIn({ from, to: answer.replyTo, subject: 'Re: Lamp', text: 'Anybody?' })
  expect(await toldTo(member)).toHaveLength(1)
})

test('a member who leaves while a notice waits is not mailed it', async () => {
  const member = await newMember(acme, 'Nora')
  const { id } = await newTicket(acme)
  await assign(id, member.id)
  await owner.query(`update members set status = 'deactivated' where id = $1`, [member.id])
  expect(await toldTo(member)).toEqual([])
  const { rows } = await owner.query('select state, reason from outgoing_mails where recipient = $1', [member.email])
  expect(rows).toEqual([{ state: 'failed', reason: { code: 'nothing-to-send' } }])
})

test('who wrote an answer that did not arrive is told to whom, also when the ticket is another’s', async () => {
  const writer = await newMember(acme, 'Wilma')
  const { member, id, number, from } = await ownedTicket()
  const taken = await openRelay((recipient) => (recipient === from ? { code: 550, text: '5.1.1 Nobody' } : null))
  await as(writer)(writeMessage, { params: { id }, body: { text: 'A secret' } })
  await runJobs()
  await runJobs({ laterSeconds: 15 })
  expect(taken.map(({ recipient }) => recipient)).toEqual([writer.email])
  expect(taken[0]!.raw).not.toContain('A secret')
  expect(unquoted(taken[0]!.raw)).toContain(`{"recipient":"${from}","reason":{"code":"unknown-address"}}`)
  expect(unquoted(taken[0]!.raw)).toContain(`"ticketNumber":${number}`)
  expect(await mailsTo(member.email)).toHaveLength(1)
})

test('who wrote an answer that reached none of many is told once', async () => {
  const writer = await newMember(acme, 'Wilma')
  const { id } = await mailedTicket(acme)
  const taken = await openRelay((recipient) =>
    recipient === writer.email ? null : { code: 550, text: '5.1.1 Nobody' },
  )
  const cc = [newSender(), newSender(), newSender()]
  await as(writer)(writeMessage, { params: { id }, body: { text: 'To all', cc } })
  await runJobs()
  await runJobs({ laterSeconds: 15 })
  expect(taken.map(({ recipient }) => recipient)).toEqual([writer.email])
})

const unquoted = (raw: string) => raw.replace(/=\r\n/g, '')

test('who wants to hear of no failed mail hears of none, nor does one who has left', async () => {
  const [quiet, gone] = [await newMember(acme, 'Quinn'), await newMember(acme, 'Gaby')]
  const { id, from } = await ownedTicket()
  await as(quiet)(changeProfile, { body: { notifications: { deliveryFailed: false } } })
  const taken = await openRelay((recipient) => (recipient === from ? { code: 550, text: '5.1.1 Nobody' } : null))
  await as(quiet)(writeMessage, { params: { id }, body: { text: 'One' } })
  await as(gone)(writeMessage, { params: { id }, body: { text: 'Two' } })
  await owner.query(`update members set status = 'deactivated' where id = $1`, [gone.id])
  await runJobs()
  await runJobs({ laterSeconds: 15 })
  expect(taken).toEqual([])
})

test('the notices of a ticket stand together in a mail program, and no robot answers them', async () => {
  const { member, from, answer, id } = await ownedTicket()
  await mailIn({ from, to: answer.replyTo, subject: 'Re: Lamp', text: 'Still dark?' })
  await runJobs({ laterSeconds: 15 })
  const [second, first] = await mailsTo(member.email)
  expect(second!.references).toBe(first!.references)
  expect(second!.messageId).not.toBe(first!.messageId)
  expect(second).toMatchObject({
    ...{ from: expect.stringMatching(/^Acme </), replyTo: first!.replyTo },
    headers: { 'auto-submitted': 'auto-generated', 'x-startup-tools-loop': acme.id },
  })
  await mailIn({ from: member.email, to: second!.replyTo, subject: 'Re', text: 'By mail' })
  expect((await messagesOf(acme, id)).at(-1)).toMatchObject({ kind: 'note', bodyText: 'By mail' })
})

test('a member who answers a notice by mail is told once that no customer gets it, and a machine is not', async () => {
  const { member, number, id } = await ownedTicket()
  const [notice] = await mailsTo(member.email)
  const answer = (text: string, headers = {}) =>
    mailIn({ from: member.email, to: notice!.replyTo, subject: 'Re: Lamp', text, headers })
  await answer('I am away', { 'Auto-Submitted': 'auto-replied' })
  await runJobs()
  expect(await mailsTo(member.email)).toHaveLength(1)

  await answer('Refund them')
  await answer('All of it')
  await runJobs()
  const [told, ...before] = await mailsTo(member.email)
  expect(before).toHaveLength(1)
  expect(JSON.parse(told!.text)).toMatchObject({ ticketNumber: number, url: expect.stringContaining(id) })
  expect(told!.headers).toMatchObject({ 'auto-submitted': 'auto-replied' })
})

test('who writes in the name of a member makes nobody be told', async () => {
  const { member, answer } = await ownedTicket()
  await mailIn({ from: member.email, to: answer.replyTo, subject: 'Re: Lamp', text: 'Refund them' })
  await runJobs()
  expect(await mailsTo(member.email)).toHaveLength(1)
})

test('the content of a notice is forgotten after 30 days, unless the notice still waits to be sent', async () => {
  const { id } = await ownedTicket()
  const contents = async () =>
    (await owner.query(`select content from outgoing_mails where kind = 'agent-notice' and ticket_id = $1`, [id])).rows
  const forget = async (age: string) => {
    await owner.query('update outgoing_mails set created_at = now() - $2::interval where ticket_id = $1', [id, age])
    await inWorkspace(platform.app, acme.id, (tx) =>
      enqueue(tx, { name: 'mail.forget-old-contents', payload: z.object({}) }, {}),
    )
    await runJobs()
  }
  await forget('29 days')
  expect(await contents()).toMatchObject([{ content: { notice: 'assigned' } }])
  await owner.query(`update outgoing_mails set state = 'retrying' where ticket_id = $1`, [id])
  await forget('31 days')
  expect(await contents()).toMatchObject([{ content: { notice: 'assigned' } }])
  await owner.query(`update outgoing_mails set state = 'sent' where ticket_id = $1`, [id])
  await forget('31 days')
  expect(await contents()).toEqual([{ content: null }])
})
