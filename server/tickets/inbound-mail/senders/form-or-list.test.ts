import type { SendMailOptions } from 'nodemailer'
import { afterEach, expect, test } from 'vitest'
import { showTicket } from '#contract/tickets/tickets.ts'
import { changeWorkspace } from '#contract/workspace/settings.ts'
import { createLimiter } from '#server/platform/http/limits.ts'
import { as } from '#test/ask.ts'
import { decisionsOn, sendMail, supportOf } from '#test/mail-in.ts'
import { newMessageId, newSender } from '#test/mailed-ticket.ts'
import { acme, globex, mailsTo, platform, runJobs } from '#test/world.ts'

const relaxed = platform.limiter
afterEach(() => {
  platform.limiter = relaxed
})

const group = 'help@group.example'
const form = 'no-reply@form.example'
await as(acme.admin)(changeWorkspace, { body: { formsAndLists: [group, form] } })

const listHeaders = {
  'List-Id': 'Help <help.group.example>',
  Precedence: 'list',
  'List-Unsubscribe': '<mailto:x@group.example>',
}

// Sends one mail per person through a form or group. Returns the decision about each mail and the mails to each person.
async function passOn(people: string[], mail: SendMailOptions) {
  const sent = people.map((replyTo) => ({ replyTo, messageId: newMessageId() }))
  for (const one of sent) await sendMail({ to: supportOf(acme), subject: 'Lamp', text: 'It is dark.', ...mail, ...one })
  await runJobs()
  await runJobs()
  return Promise.all(
    sent.map(async ({ messageId, replyTo }) => ({
      ...(await decisionsOn(messageId))[0]!,
      mails: await mailsTo(replyTo),
    })),
  )
}

test('twenty customers behind one group address are twenty tickets and twenty acknowledgements', async () => {
  platform.limiter = createLimiter(1)
  const people = Array.from({ length: 20 }, newSender)
  const found = await passOn(people, { from: `Help <${group}>`, cc: group, headers: listHeaders })
  const tickets = await Promise.all(
    found.map(({ ticketId }) => as(acme.agent)(showTicket, { params: { id: ticketId! } })),
  )
  expect(tickets.map(({ requester, cc }) => [requester.email, cc])).toEqual(people.map((person) => [person, []]))
  expect(found.map(({ mails }) => mails.length)).toEqual(Array(20).fill(1))
})

test('and twenty-one behind one that nobody named are still twenty-one tickets', async () => {
  platform.limiter = createLimiter(1)
  const people = Array.from({ length: 21 }, newSender)
  const found = await passOn(people, { from: newSender(), headers: listHeaders })
  expect(found.map(({ state }) => state)).toEqual(Array(21).fill('done'))
})

test('what a form sends by a machine for a person is that person’s', async () => {
  const headers = { 'Auto-Submitted': 'auto-generated' }
  const [found] = await passOn([newSender()], { from: form, headers })
  expect(found).toMatchObject({ evidence: [{ code: 'through-form-or-list', address: form }] })
  expect(found!.mails).toHaveLength(1)
})

test.each<[string, SendMailOptions, string]>([
  ['names nobody else', { from: form, headers: { 'Auto-Submitted': 'auto-generated' } }, form],
  ['names a robot', { from: group, headers: listHeaders }, 'noreply@robots.test'],
  [
    'is somebody’s machine answering',
    { from: group, headers: { ...listHeaders, 'Auto-Submitted': 'auto-replied' } },
    newSender(),
  ],
  [
    'comes through what another workspace named',
    { from: 'help@other.example', headers: { Precedence: 'list' } },
    newSender(),
  ],
])('a mail that %s stays automatic', async (_, mail, replyTo) => {
  await as(globex.admin)(changeWorkspace, { body: { formsAndLists: ['help@other.example'] } })
  const [found] = await passOn([replyTo], mail)
  expect(found!.mails).toEqual([])
})
