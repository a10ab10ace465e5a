import type { SendMailOptions } from 'nodemailer'
import type { z } from 'zod'
import { listSideConversations, listSideMessages, startSideConversation } from '#contract/tickets/side-conversations.ts'
import { as } from '#test/ask.ts'
import { mailIn } from '#test/mail-in.ts'
import { newMessageId, newSender } from '#test/mailed-ticket.ts'
import { type Mail, mailsTo, runJobs, type World } from '#test/world.ts'

type Started = Partial<z.input<typeof startSideConversation.body>>

/** Starts a side conversation with a new supplier. Returns it with the mail that the supplier got. */
export async function sideConversation(world: World, ticketId: string, written: Started = {}) {
  const supplier = newSender()
  const conversation = await as(world.agent)(startSideConversation, {
    params: { id: ticketId },
    body: { to: [supplier], subject: 'Where is our order?', text: 'Can you look it up?', ...written },
  })
  await runJobs()
  const [mail] = await mailsTo(supplier)
  return { ...conversation, supplier, mail: mail! }
}

/** Answers a mail as a mail program does. */
export async function answerMail(mail: Mail, from: string, more: SendMailOptions = {}) {
  const messageId = newMessageId()
  await mailIn({
    ...{ from: `Deputy support <${from}>`, to: mail.replyTo, subject: `Re: ${mail.subject}`, messageId },
    ...{ text: 'It left yesterday.', inReplyTo: mail.messageId, references: mail.messageId },
    ...more,
  })
  return messageId
}

export const sideMessagesOf = async ({ agent }: World, id: string) =>
  (await as(agent)(listSideMessages, { params: { id }, query: {} })).items

export const sideConversationsOf = async ({ agent }: World, id: string) =>
  (await as(agent)(listSideConversations, { params: { id } })).items
