import { sql } from 'kysely'
import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { enqueue, type Job, type JobContext, job } from '#server/platform/jobs.ts'
import { reasonsOfRelay } from '#server/platform/mail/explain-failure.ts'
import { type ComposedMail, type Mailer, retryDelaySeconds, type SendFailure } from '#server/platform/mail/send-mail.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  composeAcknowledgement,
  type SuggestForRequest,
} from '#server/tickets/outgoing-mail/content/compose-acknowledgement.ts'
import { composeAnswer } from '#server/tickets/outgoing-mail/content/compose-answer.ts'
import { composeUnsentAnswer, composeWaiting } from '#server/tickets/outgoing-mail/content/compose-held.ts'
import { composeNotice } from '#server/tickets/outgoing-mail/content/compose-notice.ts'
import { composeSolved } from '#server/tickets/outgoing-mail/content/compose-solved.ts'
import {
  type ClaimedMail,
  claimOutgoing,
  findNextTry,
  makeDue,
  settleOutgoing,
} from '#server/tickets/outgoing-mail/queries/outgoing-mails.ts'
import { reportFailure, reportSent, tellDelivery } from './report-delivery.ts'

const Payload = z.object({
  outgoingMailId: Id,
  /** Since when it could not be sent; an earlier version leaves it out. */
  failingSince: z.string().optional(),
})
type Outcome = Awaited<ReturnType<Mailer['send']>>

const hourMs = 3_600_000
export const limitsOfWorkspace = [
  { name: 'mails out an hour', most: 1000, perMs: hourMs },
  { name: 'mails out a day', most: 10_000, perMs: 24 * hourMs },
]

type Queue = (tx: WorkspaceTx, outgoingMailId: string, runAt?: Date, failingSince?: string) => Promise<void>

/** Of the job that sends a mail. */
const keyOf = (outgoingMailId: string) => `mail.send ${outgoingMailId}`

const queueAs =
  (name: string): Queue =>
  (tx, outgoingMailId, runAt, failingSince) => {
    const payload = { outgoingMailId, ...(failingSince ? { failingSince } : {}) }
    return enqueue(tx, { name, payload: Payload }, payload, { key: keyOf(outgoingMailId), ...(runAt ? { runAt } : {}) })
  }

/** To whoever wrote, or is on the team. */
export const queueOutgoing = queueAs('mail.send')
/** To somebody who never wrote: such mails wait for each other and keep nothing else waiting. */
export const queueUnsolicited = queueAs('mail.send-unsolicited')

/** Sends one mail to one recipient: claimed before, settled right after, so that it goes once. */
const sending = (name: string, queue: Queue, suggestForRequest: SuggestForRequest): Job<typeof Payload> => ({
  ...job(name, Payload, ({ outgoingMailId, failingSince }, context) =>
    send({ ...context, queue, failingSince, suggestForRequest }, outgoingMailId),
  ),
  restsWhileSuspended: true,
})

/** The jobs by which mails wait. */
export const sendingJobs = ['mail.send', 'mail.send-unsolicited']

export const outgoingJobs = (suggestForRequest: SuggestForRequest): Job<typeof Payload>[] => [
  sending('mail.send', queueOutgoing, suggestForRequest),
  { ...sending('mail.send-unsolicited', queueUnsolicited, suggestForRequest), lane: 'unsolicited' },
]

/** Mails that wait because nothing reached the relay are tried now, in every workspace; what a recipient's server refused waits on. */
export const hurryWaiting = job('mail.hurry-waiting', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    const due = await makeDue(tx, reasonsOfRelay)
    if (due.length > 0) await sql`select jobs.hurry(${due.map(({ id }) => keyOf(id))}::text[])`.execute(tx)
  }),
)

/** What is sent later waits among its like again. */
type SendContext = JobContext & { queue: Queue; failingSince: string | undefined; suggestForRequest: SuggestForRequest }

async function send(context: SendContext, id: string) {
  const waitSeconds = countOutgoing(context)
  if (waitSeconds) return sendLater(context, id, new Date(Date.now() + waitSeconds * 1000))
  const mail = await context.inWorkspace((tx) => claimOutgoing(tx, id))
  if (!mail) return waitForClaim(context, id)
  const composed = await composeOrExplain(context, mail)
  if (composed === null) return settle(context, mail, { state: 'failed', reason: { code: 'nothing-to-send' } })
  const outcome = 'ok' in composed ? composed : await context.platform.mailer.send(composed)
  await conclude(context, mail, outcome)
}

const sendLater = ({ inWorkspace, queue, failingSince }: SendContext, id: string, at: Date) =>
  inWorkspace((tx) => queue(tx, id, at, failingSince))

/** What a workspace sends beyond its limits waits; 0 when it may go now. */
function countOutgoing({ platform, workspaceId }: JobContext): number {
  try {
    for (const limit of limitsOfWorkspace) platform.limiter.count(limit, workspaceId)
    return 0
  } catch (error) {
    if (error instanceof Refusal) return error.retryAfterSeconds ?? 60
    throw error
  }
}

/** Another worker has it, or had it when it died: look again when its claim has run out. */
async function waitForClaim(context: SendContext, id: string) {
  const waiting = await context.inWorkspace((tx) => findNextTry(tx, id))
  if (waiting?.nextTryAt) await sendLater(context, id, new Date(waiting.nextTryAt))
}

/** A mail that cannot be put together, say because the storage is away, is tried again like one that was not taken. */
async function composeOrExplain(context: SendContext, mail: ClaimedMail): Promise<ComposedMail | SendFailure | null> {
  try {
    return await composeOutgoing(context, mail)
  } catch (error) {
    context.log.error({ err: error }, 'a mail could not be put together')
    return { ok: false, permanent: false, code: 'ECOMPOSE', reason: { code: 'not-composed' } }
  }
}

async function conclude(context: SendContext, mail: ClaimedMail, outcome: Outcome) {
  if (outcome.ok) return settle(context, mail, { state: 'sent' })
  context.log.warn({ reason: outcome.code }, 'a mail was not taken')
  const delay = outcome.permanent ? null : retryDelaySeconds(mail.attempts - 1, 'mail')
  if (delay === null) return settle(context, mail, { state: 'failed', reason: outcome.reason })
  const nextTryAt = new Date(Date.now() + delay * 1000)
  await context.inWorkspace(async (tx) => {
    await settleOutgoing(tx, mail.id, { state: 'retrying', reason: outcome.reason, nextTryAt: nextTryAt.toISOString() })
    await context.queue(tx, mail.id, nextTryAt, context.failingSince ?? new Date().toISOString())
    await tellDelivery(tx, mail)
  })
}

type DeliveryResult = { state: 'sent' } | { state: 'failed'; reason: DeliveryReason }

const settleTries = 30

/** Once a relay has taken a mail, forgetting that would send it again: a database that is away is waited for. */
async function settle(context: JobContext, mail: ClaimedMail, final: DeliveryResult) {
  for (let left = settleTries; ; left -= 1) {
    try {
      return await context.inWorkspace(async (tx) => {
        await settleOutgoing(tx, mail.id, final)
        await tellDelivery(tx, mail)
        await (final.state === 'sent' ? reportSent(tx, mail) : reportFailure(tx, mail, final.reason))
      })
    } catch (error) {
      if (left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
}

const composers = {
  answer: composeAnswer,
  acknowledgement: (context: SendContext, mail: ClaimedMail) =>
    composeAcknowledgement(context, mail, context.suggestForRequest),
  waiting: composeWaiting,
  solved: composeSolved,
  'unsent-answer': composeUnsentAnswer,
  'agent-notice': composeNotice,
} as const

/** The mail as it goes, from what the database says now; null when what it was about is gone. */
const composeOutgoing = (context: SendContext, mail: ClaimedMail) =>
  composers[mail.kind as keyof typeof composers](context, mail)
