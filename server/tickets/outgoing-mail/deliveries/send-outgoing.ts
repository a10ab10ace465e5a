import { sql } from 'kysely'
import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { enqueue, type Job, type JobContext, job } from '#server/platform/jobs.ts'
import { reasonsOfRelay } from '#server/platform/mail/explain-failure.ts'
import { type ComposedMail, type Mailer, retryDelaySeconds, type SendFailure } from '#server/platform/mail/send-mail.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { composeAnswer } from '#server/tickets/outgoing-mail/content/compose-answer.ts'
import {
  composeAcknowledgement,
  composeNotice,
  composeSolved,
  composeUnsentAnswer,
  composeWaiting,
  type SuggestForRequest,
} from '#server/tickets/outgoing-mail/content/compose-automatic.ts'
import { composeSide } from '#server/tickets/outgoing-mail/content/compose-side.ts'
import {
  type ClaimedMail,
  claimOutgoing,
  findNextTry,
  insertOutgoing,
  makeDue,
  type NewOutgoing,
  type OutgoingKind,
  settleOutgoing,
} from '#server/tickets/outgoing-mail/queries/outgoing-mails.ts'
import { reportFailure, reportSent, tellDelivery } from './report-delivery.ts'

const Payload = z.object({
  outgoingMailId: Id,
  /** Time of the first failure. Not set before a failure, and in jobs of earlier versions. */
  failingSince: z.string().optional(),
})
const hourMs = 3_600_000
export const limitsOfWorkspace = [
  { name: 'mails out an hour', most: 1000, perMs: hourMs },
  { name: 'mails out a day', most: 10_000, perMs: 24 * hourMs },
]

type Queue = (tx: WorkspaceTx, outgoingMailId: string, runAt?: Date, failingSince?: string) => Promise<void>

const keyOf = (outgoingMailId: string) => `mail.send ${outgoingMailId}`

const queueAs =
  (name: string): Queue =>
  (tx, outgoingMailId, runAt, failingSince) => {
    const payload = { outgoingMailId, ...(failingSince ? { failingSince } : {}) }
    return enqueue(tx, { name, payload: Payload }, payload, { key: keyOf(outgoingMailId), ...(runAt ? { runAt } : {}) })
  }

export const queueOutgoing = queueAs('mail.send')
/** Queues mails to people who never wrote to the workspace. They are sent in a separate lane. */
export const queueUnsolicited = queueAs('mail.send-unsolicited')

export async function queueNew(tx: WorkspaceTx, mail: NewOutgoing, runAt?: Date) {
  const [queued] = await insertOutgoing(tx, [mail])
  if (queued) await queueOutgoing(tx, queued.id, runAt)
}

// Returns a job that sends one mail to one recipient. The job first claims the mail, so that no second worker sends it.
const sending = (name: string, queue: Queue, suggestForRequest: SuggestForRequest): Job<typeof Payload> => ({
  ...job(name, Payload, ({ outgoingMailId, failingSince }, context) =>
    send({ ...context, queue, failingSince, suggestForRequest }, outgoingMailId),
  ),
  restsWhileSuspended: true,
})

export const sendingJobs = ['mail.send', 'mail.send-unsolicited']

export const outgoingJobs = (suggestForRequest: SuggestForRequest): Job<typeof Payload>[] => [
  sending('mail.send', queueOutgoing, suggestForRequest),
  { ...sending('mail.send-unsolicited', queueUnsolicited, suggestForRequest), lane: 'unsolicited' },
]

/** Sends waiting mails now if our relay caused the failure. Mails refused by the recipient's server still wait. */
export const hurryWaiting = job('mail.hurry-waiting', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    const due = await makeDue(tx, reasonsOfRelay)
    if (due.length > 0) await sql`select jobs.hurry(${due.map(({ id }) => keyOf(id))}::text[])`.execute(tx)
  }),
)

type SendContext = JobContext & { queue: Queue; failingSince: string | undefined; suggestForRequest: SuggestForRequest }

async function send(context: SendContext, id: string) {
  const waitSeconds = countAgainstLimits(context)
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

/** Counts a mail against the limits of the workspace. Returns the seconds to wait, or 0 if the mail can be sent now. */
function countAgainstLimits({ platform, workspaceId }: JobContext): number {
  try {
    for (const limit of limitsOfWorkspace) platform.limiter.count(limit, workspaceId)
    return 0
  } catch (error) {
    if (error instanceof Refusal) return error.retryAfterSeconds ?? 60
    throw error
  }
}

/** Queues the mail again for the time when another worker's claim ends, because that worker may have crashed. */
async function waitForClaim(context: SendContext, id: string) {
  const waiting = await context.inWorkspace((tx) => findNextTry(tx, id))
  if (waiting?.nextTryAt) await sendLater(context, id, new Date(waiting.nextTryAt))
}

/** Composes the mail. If this fails, for example because the storage fails, the mail is tried again later. */
async function composeOrExplain(context: SendContext, mail: ClaimedMail): Promise<ComposedMail | SendFailure | null> {
  try {
    return await composeOutgoing(context, mail)
  } catch (error) {
    context.log.error({ err: error }, 'a mail could not be put together')
    return { ok: false, permanent: false, code: 'ECOMPOSE', reason: { code: 'not-composed' } }
  }
}

async function conclude(context: SendContext, mail: ClaimedMail, outcome: Awaited<ReturnType<Mailer['send']>>) {
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

// Stores the final state of a mail. Tries this for 30 seconds if the database fails, because a mail without stored
// state would be sent twice.
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

type Composers = { [K in OutgoingKind]: (context: SendContext, mail: ClaimedMail<K>) => Promise<ComposedMail | null> }
const composers: Composers = {
  answer: composeAnswer,
  side: composeSide,
  acknowledgement: (context, mail) => composeAcknowledgement(context, mail, context.suggestForRequest),
  waiting: composeWaiting,
  solved: composeSolved,
  'unsent-answer': composeUnsentAnswer,
  'agent-notice': composeNotice,
}

const composeOutgoing = <K extends OutgoingKind>(context: SendContext, mail: ClaimedMail<K>) =>
  composers[mail.kind](context, mail)
