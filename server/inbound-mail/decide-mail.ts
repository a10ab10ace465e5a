import { z } from 'zod'
import type { MailDecision } from '#contract/mail-decisions.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { enqueue, type Job, type JobContext, job } from '#server/platform/jobs.ts'
import { TaskFailed } from '#server/platform/mail-parsing/workers/worker-pool.ts'
import { discardFiles, prepareContent } from './content/prepare-content.ts'
import { type Facts, type Place, readFacts } from './content/read-facts.ts'
import { fileMail } from './file-mail.ts'
import { findInbound, findWorkspaceOfMail, type InboundMail, lockInbound } from './queries.ts'
import { findSender } from './senders/find-sender.ts'
import { settleBounce } from './settle-bounce.ts'
import { settleMail } from './settle-mail.ts'

const Payload = z.object({ inboundMailId: z.uuid(), attempt: z.int().default(1) })

const mostAttempts = 4
const secondsBetween = 20

/** Decides what becomes of a stored mail. One that fails again and again is suspended, so that it holds up no other. */
export const decideMail: Job<typeof Payload> = job(
  'mail.decide',
  Payload,
  async ({ inboundMailId, attempt }, context) => {
    try {
      await decide(context, inboundMailId)
    } catch (error) {
      context.log.error({ err: error, attempt }, 'a mail could not be decided')
      if (attempt >= mostAttempts || error instanceof TaskFailed) {
        await discardFiles(context, inboundMailId)
        return suspend(context, inboundMailId, { code: 'not-filed' })
      }
      const runAt = new Date(Date.now() + attempt * secondsBetween * 1000)
      await context.inWorkspace((tx) => queueDecision(tx, { inboundMailId, attempt: attempt + 1 }, runAt))
    }
  },
)

export const queueDecision = (tx: WorkspaceTx, payload: z.input<typeof Payload>, runAt?: Date) =>
  enqueue(tx, decideMail, payload, { key: `mail.decide ${payload.inboundMailId}`, ...(runAt ? { runAt } : {}) })

/** The order is fixed; size and duplicates were judged when the mail came in. */
async function decide(context: JobContext, id: string) {
  const found = await findUndecided(context, id)
  if (!found) return
  const facts = await readFacts(found.place, found.mail)
  if ('refused' in facts) return suspend(context, id, { code: facts.refused })
  if (facts.about.loop) return suspend(context, id, { code: 'own-mail' }, facts)
  if (facts.about.kind === 'bounce') return context.inWorkspace((tx) => settleBounce(tx, facts))
  const sender = findSender(facts)
  if (!sender) return suspend(context, id, { code: 'no-sender' }, facts)
  const content = await prepareContent(facts)
  const filed = await context.inWorkspace((tx) => fileMail(tx, facts, sender, content))
  if (filed?.state === 'suspended') await discardFiles(facts, id)
}

type Undecided = { place: Place; mail: InboundMail }

const findUndecided = ({ inWorkspace, platform, workspaceId }: JobContext, id: string): Promise<Undecided | null> =>
  inWorkspace(async (tx) => {
    const mail = await findInbound(tx, id)
    if (mail?.state !== 'received') return null
    const { domain } = await findWorkspaceOfMail(tx)
    return { mail, place: { platform, workspaceId, domain } }
  })

/** Nothing is dropped silently: it waits in the Suspended list with its cause. */
const suspend = ({ inWorkspace }: JobContext, id: string, cause: MailDecision, facts?: Facts) =>
  inWorkspace(async (tx) => {
    if (!(await lockInbound(tx, id, 'received'))) return
    await settleMail(tx, id, {
      state: 'suspended',
      decision: cause,
      evidence: facts?.about.reasons ?? [],
      ...(facts ? { subject: facts.parsed.subject.replaceAll('\0', '') } : {}),
    })
  })
