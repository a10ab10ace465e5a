import { z } from 'zod'
import { deleteOldMails } from '#server/development-mailbox/delete-old-mails.ts'
import { mailKey } from '#server/files/storage-keys.ts'
import { type JobContext, job } from '#server/platform/jobs.ts'
import { decideMail, queueDecision } from './decide-mail.ts'
import { decideInbound, deleteInbound, listForgotten, listWithOldSource, markPurged } from './inbound/queries.ts'
import { forgetOldContent } from './outgoing/queries.ts'
import { sendOutgoing } from './outgoing/send-outgoing.ts'

const Nothing = z.object({})

/** Mails over which a process died are decided again; after a day of that they are suspended. */
const retryForgottenMails = job('mail.retry-forgotten', Nothing, async (_, { inEach }) => {
  await inEach(async (tx) => {
    for (const { id, isHopeless } of await listForgotten(tx)) {
      if (isHopeless)
        await decideInbound(tx, id, {
          state: 'suspended',
          decision: 'Reading it failed for a whole day.',
          evidence: [],
        })
      else await queueDecision(tx, { inboundMailId: id })
    }
  })
})

/** After 30 days the source of a mail goes, and one that was suspended goes altogether. */
const forgetOldMails = job('mail.forget-old', Nothing, async (_, context) => {
  await forgetSources(context)
  await context.inEach(async (tx) => {
    await forgetOldContent(tx)
  })
  await context.inIdentity(deleteOldMails)
})

const forgetSources = ({ inEach, platform }: JobContext) =>
  inEach(async (tx) => {
    const old = await listWithOldSource(tx)
    const ids = (isSuspended: boolean) =>
      old.filter(({ state }) => (state === 'suspended') === isSuspended).map(({ id }) => id)
    for (const { id } of old) await platform.storage.remove(mailKey(tx.workspaceId, id))
    if (ids(false).length > 0) await markPurged(tx, ids(false))
    if (ids(true).length > 0) await deleteInbound(tx, ids(true))
  })

export const mailJobs = [decideMail, sendOutgoing, retryForgottenMails, forgetOldMails]

export const mailTimetable = [
  { cron: '*/15 * * * *', job: retryForgottenMails },
  { cron: '41 2 * * *', job: forgetOldMails },
]
