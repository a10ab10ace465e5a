import { describe, expect, test } from 'vitest'
import { showFile } from '#contract/files/files.ts'
import { followTicket } from '#contract/tickets/followers.ts'
import { mergeTicket } from '#contract/tickets/merging.ts'
import { listMessages, redactMessage, writeMessage } from '#contract/tickets/messages.ts'
import {
  changeSideConversation,
  listSideConversations,
  listSideMessages,
  markSideConversationSeen,
  mostSideConversations,
  redactSideMessage,
  saveSideDraft,
  showSideDraft,
  startSideConversation,
  takeBackSideMessage,
  writeSideMessage,
} from '#contract/tickets/side-conversations.ts'
import { changeTicket, listTicketEvents, listTickets, showTicket, trashTicket } from '#contract/tickets/tickets.ts'
import { as, ask } from '#test/ask.ts'
import { bounceIn, returnPathOf } from '#test/bounce-in.ts'
import { decisionsOn, mailIn, supportOf } from '#test/mail-in.ts'
import { mailedTicket, messagesOf, newMessageId, newSender } from '#test/mailed-ticket.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { answerMail, sideConversation, sideConversationsOf, sideMessagesOf } from '#test/side-conversation.ts'
import { textFile, uploaded } from '#test/upload.ts'
import { acme, globex, mailsTo, owner, type Person, runJobs } from '#test/world.ts'

const { agent, admin, customer } = acme

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const start = (id: string, body: object = {}, person: Person = agent) =>
  as(person)(startSideConversation, {
    params: { id },
    body: { to: ['supplier@deputy.example'], subject: 'An order', text: 'Where is it?', ...body },
  })
const sourceOf = async (messageId: string) =>
  (
    await owner.query(
      'select is_purged as "isPurged", subject, from_address as "fromAddress" from inbound_mails where dedup_key = $1',
      [messageId],
    )
  ).rows[0]
const eventsOf = async (id: string) =>
  (await as(agent)(listTicketEvents, { params: { id }, query: {} })).items.map(({ type }) => type)

describe('a side conversation', () => {
  test('mails people outside, and shows each delivery', async () => {
    const ticket = await newTicket(acme)
    const [one, other] = [newSender(), newSender()]
    const started = await start(ticket.id, { to: [one, other, one.toUpperCase()], subject: ' Late order ' })
    expect(started).toMatchObject({
      ...{ ticketId: ticket.id, subject: 'Late order', to: [one, other], messageCount: 1, unread: false },
      ...{ closed: false, message: { seq: 1, bodyText: 'Where is it?', to: [one, other], forwarded: null } },
    })
    await runJobs()
    const [mail] = await mailsTo(one)
    expect(mail).toMatchObject({ subject: 'Late order', to: `${one}, ${other}` })
    expect(mail!.replyTo).toContain(`+`)
    expect(mail!.replyTo).not.toBe((await mailsTo(other))[0]!.replyTo)
    const [message] = await sideMessagesOf(acme, started.id)
    expect(message!.deliveries).toEqual(
      [one, other].map((address) => ({ address, state: 'sent', reason: null, nextTryAt: null })),
    )
    expect(await eventsOf(ticket.id)).toContain('side-conversation.started')
  })

  test('forwards a message with its attachments, and without the address of the customer', async () => {
    const ticket = await mailedTicket(acme)
    const messageId = newMessageId()
    await mailIn({
      ...{ from: `Paula <${ticket.from}>`, to: supportOf(acme), subject: 'Re: Lamp', text: 'Here is the invoice' },
      ...{ messageId, inReplyTo: ticket.answer.messageId },
      attachments: [{ filename: 'invoice.txt', content: 'Invoice 12' }],
    })
    const message = (await messagesOf(acme, ticket.id)).at(-1)!
    const { mail, ...started } = await sideConversation(acme, ticket.id, {
      ...{ text: undefined, messageId: message.id, subject: 'Fwd: Lamp' },
    })
    expect(started.message.forwarded).toMatchObject({
      ...{ messageId: message.id, author: 'Paula', text: 'Here is the invoice' },
      attachments: [{ name: 'invoice.txt' }],
    })
    expect(mail.text).toContain('Here is the invoice')
    expect(mail.html).not.toContain(ticket.from)
    expect(mail.text).not.toContain(ticket.from)
    await as(admin)(redactMessage, { params: { id: ticket.id, messageId: message.id } })
    expect((await sideMessagesOf(acme, started.id))[0]!.forwarded).toBeNull()
  })

  test('loses the text, the files and the mail of a message that an admin deletes permanently', async () => {
    const ticket = await newTicket(acme)
    const { id, mail, supplier } = await sideConversation(acme, ticket.id)
    const mailMessageId = await answerMail(mail, supplier, {
      attachments: [{ filename: 'price.txt', content: 'Price 12' }],
    })
    const [, answer] = await sideMessagesOf(acme, id)
    const file = answer!.attachments[0]!
    const redact = (person: Person, params = { id, messageId: answer!.id }) => as(person)(redactSideMessage, { params })
    for (const person of [agent, customer]) expect(await redact(person)).toMatchObject({ code: 'not-allowed' })
    expect(await redact(globex.admin)).toMatchObject({ code: 'side-conversation-not-found' })
    expect(await redact({ ...admin, token: await newKey(acme, ['tickets:read']) })).toMatchObject({ status: 403 })
    expect(await redact(admin, { id, messageId: id })).toMatchObject({ code: 'side-message-not-found' })
    const waiting = await as(agent)(writeSideMessage, { params: { id }, body: { text: 'Wait', sendAt: inSeconds(30) } })
    expect(await redact(admin, { id, messageId: waiting.id })).toMatchObject({ code: 'not-sent-yet' })
    expect(await sourceOf(mailMessageId)).toMatchObject({ isPurged: false })

    const redacted = await redact(admin)
    expect(redacted).toMatchObject({
      ...{ id: answer!.id, bodyHtml: '', bodyText: '', quotedText: null, attachments: [], author: { email: supplier } },
      redactedAt: expect.any(String),
    })
    expect((await redact(admin)).redactedAt).toBe(redacted.redactedAt)
    expect((await sideMessagesOf(acme, id))[1]).toEqual(redacted)
    expect(await as(agent)(showFile, { params: { id: file.id } })).toMatchObject({ status: 404 })
    expect(await sourceOf(mailMessageId)).toEqual({ isPurged: true, subject: '', fromAddress: '' })
    expect((await eventsOf(ticket.id)).filter((type) => type === 'side-message.redacted')).toHaveLength(1)
  })

  test('keeps the draft of each member until it is sent', async () => {
    const ticket = await newTicket(acme)
    const { id, supplier } = await sideConversation(acme, ticket.id)
    const params = { id }
    const save = (body: object, person: Person = agent) =>
      as(person)(saveSideDraft, { params, body: { to: [supplier], html: '<p>Dear<script>x</script></p>', ...body } })
    const draftOf = async (person: Person) => (await as(person)(showSideDraft, { params })).draft
    const file = await uploaded(agent, textFile('terms.txt'))
    const { draft } = await save({ to: [supplier, 'ola'], base: null, attachments: [file.id] })
    expect(draft).toMatchObject({ to: [supplier, 'ola'], html: '<p>Dear</p>', attachments: [{ id: file.id }] })
    expect(await draftOf(agent)).toEqual(draft)
    expect(await draftOf(admin)).toBeNull()
    expect(await sideConversationsOf(acme, ticket.id)).toMatchObject([{ hasDraft: true }])
    expect(await as(admin)(listSideConversations, { params: { id: ticket.id } })).toMatchObject({
      items: [{ hasDraft: false }],
    })
    const found = (person: Person) =>
      as(person)(listTickets, { query: { q: `has:draft number:${ticket.number}` } as never })
    expect((await found(agent)).items).toHaveLength(1)
    expect((await found(admin)).items).toHaveLength(0)

    const other = await save({ base: null, html: '<p>Other</p>' })
    expect(other).toMatchObject({ status: 409, code: 'conflict', draft: { revision: draft!.revision } })
    const { draft: changed } = await save({ base: draft!.revision, html: '<p>Dear Ola</p>' })
    expect(changed).toMatchObject({ html: '<p>Dear Ola</p>', attachments: [{ id: file.id }] })
    expect(await save({ base: draft!.revision })).toMatchObject({ code: 'conflict' })
    expect(await save({ attachments: [file.id] }, admin)).toMatchObject({ code: 'file-not-found' })
    await save({ html: '<p>Mine</p>' }, admin)

    const write = (revision: string | null | undefined) =>
      as(agent)(writeSideMessage, { params, body: { text: 'Dear Ola', draft: revision } })
    await write(draft!.revision)
    await write(null)
    expect(await draftOf(agent)).toEqual(changed)
    await write(changed!.revision)
    expect(await draftOf(agent)).toBeNull()
    expect(await write(changed!.revision)).toMatchObject({ status: 409, code: 'draft-gone' })
    expect(await draftOf(admin)).toMatchObject({ html: '<p>Mine</p>' })
    expect(await save({ base: changed!.revision })).toMatchObject({ code: 'conflict', draft: null })
    await save({ base: null })
    await write(undefined)
    expect(await draftOf(agent)).toBeNull()
    await save({ html: '' }, admin)
    expect(await draftOf(admin)).toBeNull()
    for (const person of [globex.agent, globex.admin]) {
      expect(await as(person)(showSideDraft, { params })).toMatchObject({ code: 'side-conversation-not-found' })
      expect(await save({}, person)).toMatchObject({ code: 'side-conversation-not-found' })
    }
    expect(await save({}, customer)).toMatchObject({ code: 'not-allowed' })
  })

  test('keeps a draft of a merged ticket, and has:draft finds the ticket that shows it', async () => {
    const [ticket, target, last] = [await newTicket(acme), await newTicket(acme), await newTicket(acme)]
    const { id, supplier } = await sideConversation(acme, ticket.id)
    await as(agent)(saveSideDraft, { params: { id }, body: { to: [supplier], html: '<p>Dear</p>' } })
    const found = async () => {
      const numbers = [ticket, target, last].map(({ number }) => number).join(',')
      const { items } = await as(agent)(listTickets, { query: { q: `has:draft number:${numbers}` } })
      return items.map((item) => item.id)
    }
    expect(await found()).toEqual([ticket.id])
    await as(agent)(mergeTicket, { params: { id: ticket.id }, body: { into: target.id } })
    expect(await found()).toEqual([target.id])
    await as(agent)(mergeTicket, { params: { id: target.id }, body: { into: last.id } })
    expect(await found()).toEqual([last.id])
  })

  test('gets answers by mail, and the ticket does not change', async () => {
    const ticket = await mailedTicket(acme)
    const before = await as(agent)(showTicket, { params: { id: ticket.id } })
    const { id, mail, supplier } = await sideConversation(acme, ticket.id)
    const messageId = await answerMail(mail, supplier)
    expect(await decisionsOn(messageId)).toMatchObject([
      { state: 'done', decision: { code: 'answer-in-side-conversation', number: ticket.number } },
    ])
    const [, answer] = await sideMessagesOf(acme, id)
    expect(answer).toMatchObject({
      ...{ seq: 2, bodyText: 'It left yesterday.', flags: [], automatic: false },
      author: { type: 'outsider', id: null, name: 'Deputy support', email: supplier },
    })
    expect(await sideConversationsOf(acme, ticket.id)).toMatchObject([
      { id, messageCount: 2, lastSeq: 2, unread: true, people: [{ address: supplier, name: 'Deputy support' }] },
    ])
    const after = await as(agent)(showTicket, { params: { id: ticket.id } })
    expect(after).toMatchObject({ status: before.status, lastMessageSeq: before.lastMessageSeq })
    expect(await messagesOf(acme, ticket.id)).toHaveLength(2)
    await as(agent)(markSideConversationSeen, { params: { id }, body: { seq: 99 } })
    expect(await sideConversationsOf(acme, ticket.id)).toMatchObject([{ unread: false }])
    expect(await as(admin)(listSideConversations, { params: { id: ticket.id } })).toMatchObject({
      items: [{ unread: true }],
    })
  })

  test('also gets an answer that has only its Message-ID, or only the Message-ID of an answer', async () => {
    const ticket = await newTicket(acme)
    const { id, mail, supplier } = await sideConversation(acme, ticket.id)
    const first = await answerMail(mail, supplier, { to: supportOf(acme) })
    const colleague = newSender()
    await mailIn({
      ...{ from: colleague, to: supportOf(acme), subject: 'Re: order', text: 'I know more', messageId: newMessageId() },
      ...{ inReplyTo: first, references: first },
    })
    const [, answer, joined] = await sideMessagesOf(acme, id)
    expect(answer).toMatchObject({ bodyText: 'It left yesterday.', flags: [] })
    expect(joined).toMatchObject({ bodyText: 'I know more', flags: ['stranger', 'unverified'] })
    expect(await sideMessagesOf(acme, id)).toHaveLength(3)
  })

  test('keeps its thread, and quotes the last answer', async () => {
    const ticket = await newTicket(acme)
    const { id, mail, supplier } = await sideConversation(acme, ticket.id)
    const answered = await answerMail(mail, supplier)
    const written = await as(agent)(writeSideMessage, { params: { id }, body: { html: '<p>Thank <b>you</b></p>' } })
    expect(written).toMatchObject({ seq: 3, bodyText: 'Thank you', to: [supplier] })
    await runJobs()
    const [again] = await mailsTo(supplier)
    expect(again).toMatchObject({ subject: 'Re: Where is our order?', inReplyTo: answered })
    expect(again!.references).toContain(mail.messageId)
    expect(again!.text).toContain('It left yesterday.')
  })

  test('goes on with other people, and is reopened by a message', async () => {
    const ticket = await newTicket(acme)
    const { id, supplier, mail } = await sideConversation(acme, ticket.id)
    const close = (closed: boolean) => as(agent)(changeSideConversation, { params: { id }, body: { closed } })
    expect(await close(true)).toMatchObject({ closed: true })
    expect(await close(true)).toMatchObject({ closed: true })
    await answerMail(mail, supplier)
    expect(await sideConversationsOf(acme, ticket.id)).toMatchObject([{ closed: false }])
    await close(true)
    const other = newSender()
    await as(agent)(writeSideMessage, { params: { id }, body: { text: 'Can you help?', to: [other] } })
    expect(await sideConversationsOf(acme, ticket.id)).toMatchObject([{ closed: false, to: [other] }])
    expect((await eventsOf(ticket.id)).filter((type) => type.startsWith('side-conversation'))).toEqual([
      ...['side-conversation.started', 'side-conversation.closed', 'side-conversation.reopened'],
      ...['side-conversation.closed', 'side-conversation.reopened'],
    ])
  })

  test('shows an automatic answer, which tells nobody', async () => {
    const ticket = await newTicket(acme)
    const { id, mail, supplier } = await sideConversation(acme, ticket.id)
    await answerMail(mail, supplier, { text: 'I am on holiday', headers: { 'Auto-Submitted': 'auto-replied' } })
    expect((await sideMessagesOf(acme, id))[1]).toMatchObject({ automatic: true, bodyText: 'I am on holiday' })
    expect(await sideConversationsOf(acme, ticket.id)).toMatchObject([{ unread: false }])
  })

  test('shows a mail that comes back on its message, and tells its author', async () => {
    const ticket = await newTicket(acme)
    const { id, mail, supplier } = await sideConversation(acme, ticket.id)
    await bounceIn(returnPathOf(mail), { of: mail.messageId, recipient: supplier })
    expect((await sideMessagesOf(acme, id))[0]!.deliveries).toMatchObject([
      { address: supplier, state: 'bounced', reason: { code: 'bounced-with-status', status: '5.1.1' } },
    ])
    expect(await eventsOf(ticket.id)).toContain('mail.bounced')
    await runJobs({ laterSeconds: 20 })
    expect((await mailsTo(agent.email))[0]!.text).toMatch(new RegExp(`deliveryFailed.*${supplier}`))
  })

  test('tells the assignee and the followers about an answer', async () => {
    const ticket = await newTicket(acme, { subject: 'Followed lamp' })
    await as(agent)(changeTicket, { params: { id: ticket.id }, body: { assignee: agent.id } })
    await as(admin)(followTicket, { params: { id: ticket.id, memberId: admin.id } })
    const { mail, supplier } = await sideConversation(acme, ticket.id)
    await answerMail(mail, supplier, { text: 'The lamp left the harbour' })
    await runJobs({ laterSeconds: 20 })
    for (const { email } of [agent, admin])
      expect((await mailsTo(email))[0]!.text).toMatch(/sideAnswered.*Deputy support/)
    expect((await mailsTo(agent.email))[0]!.text).toContain('The lamp left the harbour')
  })

  test('has files, which only the team can open', async () => {
    const ticket = await newTicket(acme)
    const file = await uploaded(agent, textFile('order.txt', 'Order 12'))
    const { id, supplier, mail } = await sideConversation(acme, ticket.id, { text: undefined, attachments: [file.id] })
    expect((await sideMessagesOf(acme, id))[0]).toMatchObject({ attachments: [{ id: file.id, name: 'order.txt' }] })
    await answerMail(mail, supplier, { attachments: [{ filename: 'track.txt', content: 'Track 3' }] })
    const [, answer] = await sideMessagesOf(acme, id)
    expect(answer).toMatchObject({ attachments: [{ name: 'track.txt' }] })
    const open = (person: Person) => ask(person, showFile, { params: { id: answer!.attachments[0]!.id } })
    const answers = await Promise.all([agent, customer, globex.admin].map(open))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 404])
  })

  test('is found by has:side_conversation', async () => {
    const [ticket, other] = [
      await newTicket(acme, { subject: 'Quizzical lamp' }),
      await newTicket(acme, { subject: 'Quizzical lamp' }),
    ]
    await start(ticket.id)
    const found = async (q: string) => (await as(agent)(listTickets, { query: { q } })).items.map(({ id }) => id)
    expect(await found('quizzical has:side_conversation')).toEqual([ticket.id])
    expect(await found('quizzical -has:side_conversation')).toEqual([other.id])
  })
})

describe('a message of a side conversation that waits', () => {
  test('can be taken back with everything that was written', async () => {
    const ticket = await newTicket(acme)
    const file = await uploaded(agent, textFile())
    const forwarded = (await messagesOf(acme, ticket.id))[0]!
    const { id, message, supplier } = await sideConversation(acme, ticket.id, {
      ...{ sendAt: inSeconds(30), attachments: [file.id], messageId: forwarded.id, text: 'Too soon' },
    })
    expect(message.sendAt).not.toBeNull()
    expect(await mailsTo(supplier)).toEqual([])
    const taken = await as(agent)(takeBackSideMessage, { params: { id, messageId: message.id } })
    expect(taken).toMatchObject({
      ...{ to: [supplier], subject: 'Where is our order?', html: '<p>Too soon</p>', messageId: forwarded.id },
      attachments: [{ id: file.id, name: 'log.txt' }],
    })
    await runJobs({ laterSeconds: 60 })
    expect(await mailsTo(supplier)).toEqual([])
    expect(await sideConversationsOf(acme, ticket.id)).toEqual([])
    expect(await eventsOf(ticket.id)).toContain('side-message.taken-back')
    await start(ticket.id, { attachments: [file.id] })
  })

  test('leaves the side conversation, if the next message is begun there', async () => {
    const ticket = await newTicket(acme)
    const { id, message, supplier } = await sideConversation(acme, ticket.id, { sendAt: inSeconds(30) })
    const params = { id }
    await as(agent)(saveSideDraft, { params, body: { to: [supplier], html: '<p>And mine</p>' } })
    await as(admin)(saveSideDraft, { params, body: { to: [supplier], html: '<p>And theirs</p>' } })
    await as(agent)(takeBackSideMessage, { params: { id, messageId: message.id } })
    expect(await sideConversationsOf(acme, ticket.id)).toMatchObject([{ id, messageCount: 0, hasDraft: true }])
    expect(await as(agent)(showSideDraft, { params })).toMatchObject({ draft: { html: '<p>And mine</p>' } })
    expect(await as(admin)(showSideDraft, { params })).toMatchObject({ draft: { html: '<p>And theirs</p>' } })
    expect(await as(agent)(writeSideMessage, { params, body: { text: 'Again' } })).toMatchObject({ to: [supplier] })
  })

  test('is mailed in time, and not taken back later', async () => {
    const ticket = await newTicket(acme)
    const { id, supplier } = await sideConversation(acme, ticket.id)
    const params = { id }
    const waiting = await as(agent)(writeSideMessage, { params, body: { text: 'And this', sendAt: inSeconds(30) } })
    const taken = await as(admin)(takeBackSideMessage, { params: { id, messageId: waiting.id } })
    expect(taken).toMatchObject({ html: '<p>And this</p>' })
    expect(await sideConversationsOf(acme, ticket.id)).toMatchObject([{ id, messageCount: 1 }])
    const { id: messageId } = await as(agent)(writeSideMessage, {
      params,
      body: { text: 'Now', sendAt: inSeconds(20) },
    })
    await runJobs({ laterSeconds: 30 })
    expect((await mailsTo(supplier))[0]!.text).toContain('Now')
    expect(await as(agent)(takeBackSideMessage, { params: { id, messageId } })).toMatchObject({ code: 'already-sent' })
    expect(await as(agent)(takeBackSideMessage, { params: { id, messageId: id } })).toMatchObject({
      code: 'side-message-not-found',
    })
  })

  test('waits a minute at most', async () => {
    const { id } = await newTicket(acme)
    expect(await start(id, { sendAt: inSeconds(120) })).toMatchObject({
      fields: { sendAt: expect.stringContaining('60 seconds') },
    })
  })
})

describe('a side conversation is refused', () => {
  test('to people who are on the ticket, to our own addresses, and to more than ten', async () => {
    const ticket = await newTicket(acme)
    const refusalOf = async (to: string[]) => (await start(ticket.id, { to })) as { fields?: { to?: string } }
    expect((await refusalOf([customer.email])).fields?.to).toContain('is on this ticket')
    expect((await refusalOf([supportOf(acme)])).fields?.to).toContain('is an address of this installation')
    const many = Array.from({ length: 11 }, newSender)
    expect((await refusalOf(many)).fields?.to).toContain('at most 10')
    expect((await refusalOf(['nobody'])).fields).toHaveProperty(['to.0'])
    const { id } = await start(ticket.id)
    expect(
      await as(agent)(writeSideMessage, { params: { id }, body: { text: 'Hi', to: [customer.email] } }),
    ).toMatchObject({ fields: { to: expect.stringContaining('is on this ticket') } })
  })

  test('without words, with a message of another ticket, and with files of others', async () => {
    const [ticket, other] = [await newTicket(acme), await newTicket(acme)]
    const [foreign] = await messagesOf(acme, other.id)
    const file = await uploaded(admin, textFile())
    expect(await start(ticket.id, { text: ' ' })).toMatchObject({ code: 'nothing-to-say' })
    expect(await start(ticket.id, { messageId: foreign!.id })).toMatchObject({ code: 'message-not-found' })
    expect(await start(ticket.id, { attachments: [file.id] })).toMatchObject({ code: 'file-not-found' })
    expect(await sideConversationsOf(acme, ticket.id)).toEqual([])
  })

  test('on a ticket in the trash, and above the limit of a ticket', async () => {
    const [ticket, full] = [await newTicket(acme), await newTicket(acme)]
    const { id } = await start(ticket.id)
    await as(agent)(trashTicket, { params: { id: ticket.id } })
    expect(await start(ticket.id)).toMatchObject({ code: 'ticket-in-trash' })
    expect(await as(agent)(writeSideMessage, { params: { id }, body: { text: 'Hi' } })).toMatchObject({
      code: 'ticket-in-trash',
    })
    await owner.query(
      `insert into side_conversations (workspace_id, ticket_id, subject, recipients)
       select $1, $2, 'S', '{a@b.cd}' from generate_series(1, $3)`,
      [acme.id, full.id, mostSideConversations],
    )
    expect(await start(full.id)).toMatchObject({ status: 409, code: 'too-many-side-conversations' })
  })

  test('to customers, other workspaces and keys without the scope', async () => {
    const ticket = await newTicket(acme)
    const { id, message } = await start(ticket.id, { sendAt: inSeconds(30) })
    const reader: Person = { ...admin, token: await newKey(acme, ['tickets:read']) }
    const other: Person = { ...admin, token: await newKey(acme, ['content:read']) }
    const words = { to: ['a@b.cd'], subject: 'S', text: 'T' }
    const writes = (person: Person | null) => [
      ask(person, startSideConversation, { params: { id: ticket.id }, body: words }),
      ask(person, writeSideMessage, { params: { id }, body: { text: 'T' } }),
      ask(person, changeSideConversation, { params: { id }, body: { closed: true } }),
      ask(person, takeBackSideMessage, { params: { id, messageId: message.id } }),
    ]
    const reads = (person: Person | null) => [
      ask(person, listSideConversations, { params: { id: ticket.id } }),
      ask(person, listSideMessages, { params: { id }, query: {} }),
    ]
    const codes = async (answers: ReturnType<typeof reads>) => [
      ...new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode)),
    ]
    expect(await codes([...writes(customer), ...reads(customer)])).toEqual([403])
    expect(await codes([...writes(globex.admin), ...reads(globex.admin)])).toEqual([404])
    expect(await codes([...writes(other), ...reads(other)])).toEqual([403])
    expect(await codes([...writes(null), ...reads(null)])).toEqual([401])
    expect(await codes(writes(reader))).toEqual([403])
    expect(await codes(reads(reader))).toEqual([200])
    expect(await codes([ask(customer, markSideConversationSeen, { params: { id }, body: { seq: 1 } })])).toEqual([403])
  })
})

test('two answers at once both arrive, with numbers of their own', async () => {
  const ticket = await newTicket(acme)
  const { id } = await start(ticket.id)
  const write = (text: string) => as(agent)(writeSideMessage, { params: { id }, body: { text } })
  await Promise.all([write('One'), write('Two'), write('Three')])
  expect((await sideMessagesOf(acme, id)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
})

test('a long side conversation comes in pages', async () => {
  const ticket = await newTicket(acme)
  const { id } = await start(ticket.id, { text: 'x'.repeat(150_000) })
  for (const text of ['Two', 'y'.repeat(150_000), 'Four'])
    await as(agent)(writeSideMessage, { params: { id }, body: { text } })
  const page = await as(agent)(listSideMessages, { params: { id }, query: { limit: 2 } })
  expect([page.items.map(({ seq }) => seq), page.next]).toEqual([[4], '4'])
  const before = await as(agent)(listSideMessages, { params: { id }, query: { before: 4 } })
  expect([before.items.map(({ seq }) => seq), before.next]).toEqual([[3], '3'])
  const first = await as(agent)(listSideMessages, { params: { id }, query: { before: 2 } })
  expect([first.items.map(({ seq }) => seq), first.next]).toEqual([[1], null])
})

test('an internal note and a reply go where they did, beside a side conversation', async () => {
  const ticket = await mailedTicket(acme)
  const { supplier } = await sideConversation(acme, ticket.id)
  await as(agent)(writeMessage, { params: { id: ticket.id }, body: { text: 'For the customer only' } })
  await runJobs()
  expect((await mailsTo(ticket.from))[0]!.text).toContain('For the customer only')
  expect(await mailsTo(supplier)).toHaveLength(1)
  expect((await as(agent)(listMessages, { params: { id: ticket.id }, query: {} })).items).toHaveLength(3)
})
