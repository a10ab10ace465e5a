import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import type { MailDecision } from '#contract/tickets/mail-decisions.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { enqueue, type Job, type JobContext, job } from '#server/platform/jobs.ts'
import type { Lane } from '#server/platform/mail-parsing/parse-mail.ts'
import { TaskFailed } from '#server/platform/process/task-failed.ts'
import { discardFiles, prepareContent } from './content/prepare-content.ts'
import { findPlace, type MailFacts, type MailPlace, readFacts } from './content/read-facts.ts'
import { fileMail } from './file-mail.ts'
import { countWaiting, findInbound, type InboundMail, lockInbound } from './queries.ts'
import { findSender } from './senders/find-sender.ts'
import { settleBounce } from './settle-bounce.ts'
import { settleMail } from './settle-mail.ts'

const Payload = z.object({ inboundMailId: Id, attempt: z.int().default(1) })
type Payload = z.output<typeof Payload>

const mostAttempts = 4
const secondsBetween = 20
/** Maximum bytes of a mail that is decided in the quick lane. Larger mails use the slow lane. */
const quickBytes = 64 * 1024

export const decideMail: Job<typeof Payload> = job('mail.decide', Payload, (payload, context) =>
  tryToDecide('quick', payload, context),
)

export const decideSlowMail: Job<typeof Payload> = {
  ...job('mail.decide-slowly', Payload, (payload: Payload, context) => tryToDecide('slow', payload, context)),
  lane: 'slow-mail',
}

/**
 * Queues a mail for its decision. The more mails of this workspace wait, the lower is the priority of the mail, so that
 * other workspaces need not wait.
 */
export async function queueDecision(tx: WorkspaceTx, { id, bytes }: Pick<InboundMail, 'id' | 'bytes'>) {
  const isLarge = bytes > quickBytes
  const importance = await countWaiting(tx, { isLarge, above: quickBytes })
  await queueIn(isLarge ? 'slow' : 'quick', tx, { inboundMailId: id }, { importance })
}

const jobOf = { quick: decideMail, slow: decideSlowMail }

const queueIn = (
  lane: keyof typeof jobOf,
  tx: WorkspaceTx,
  payload: z.input<typeof Payload>,
  when: { runAt?: Date; importance?: number } = {},
) => enqueue(tx, jobOf[lane], payload, { key: `mail.decide ${payload.inboundMailId}`, ...when })

async function tryToDecide(lane: keyof typeof jobOf, { inboundMailId, attempt }: Payload, context: JobContext) {
  try {
    await decide(lane, context, inboundMailId)
  } catch (error) {
    if (error instanceof TakesLong) return context.inWorkspace((tx) => queueIn('slow', tx, { inboundMailId }))
    context.log.error({ err: error, attempt }, 'a mail could not be decided')
    if (attempt >= mostAttempts || error instanceof TaskFailed) {
      await discardFiles(context, inboundMailId)
      return suspend(context, inboundMailId, { code: 'not-filed' })
    }
    const runAt = new Date(Date.now() + attempt * secondsBetween * 1000)
    await context.inWorkspace((tx) => queueIn(lane, tx, { inboundMailId, attempt: attempt + 1 }, { runAt }))
  }
}

async function decide(lane: Lane, context: JobContext, id: string) {
  const found = await findUndecided(context, id)
  if (!found) return
  const facts = await readFacts(found.place, found.mail, lane)
  if ('refused' in facts) {
    if (lane === 'quick' && facts.refused === 'timed-out') throw new TakesLong()
    return suspend(context, id, { code: facts.refused })
  }
  if (facts.about.loop) return suspend(context, id, { code: 'own-mail' }, facts)
  if (facts.about.kind === 'bounce') return context.inWorkspace((tx) => settleBounce(tx, facts))
  const sender = findSender(facts)
  if (!sender) return suspend(context, id, { code: 'no-sender' }, facts)
  const content = await prepareContent(facts).catch(tellLong(lane))
  const filed = await context.inWorkspace((tx) => fileMail(tx, facts, sender, content))
  if (filed === 'copy' || filed?.state === 'suspended') await discardFiles(facts, id)
}

// Thrown if a mail takes too long for the quick lane. The mail is then decided in the slow lane, which allows ten times
// as long.
class TakesLong extends Error {}

const tellLong = (lane: Lane) => (error: unknown) => {
  throw lane === 'quick' && error instanceof TaskFailed && error.isTimeout ? new TakesLong() : error
}

type MailToDecide = { place: MailPlace; mail: InboundMail }

const findUndecided = ({ inWorkspace, platform }: JobContext, id: string): Promise<MailToDecide | null> =>
  inWorkspace(async (tx) => {
    const mail = await findInbound(tx, id)
    if (mail?.state !== 'received') return null
    return { mail, place: await findPlace(tx, platform, mail) }
  })

const suspend = ({ inWorkspace }: JobContext, id: string, cause: MailDecision, facts?: MailFacts) =>
  inWorkspace(async (tx) => {
    if (!(await lockInbound(tx, id, 'received'))) return
    await settleMail(tx, id, {
      state: 'suspended',
      decision: cause,
      evidence: facts?.about.reasons ?? [],
      ...(facts ? { subject: facts.parsed.subject.replaceAll('\0', '') } : {}),
    })
  })
