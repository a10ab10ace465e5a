import { z } from 'zod'
import { removeBytes } from '#server/files/remove-bytes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { job } from '#server/platform/jobs.ts'
import { fileIdsOf } from './content/mail-text.ts'
import { discardFiles } from './content/prepare-content.ts'
import { decideMail, decideSlowMail, queueDecision } from './decide-mail.ts'
import { deleteSuspended, listForgotten, listWithOldSource, markPurged } from './queries.ts'
import { settleMail } from './settle-mail.ts'

const Nothing = z.object({})

const retryForgottenMails = job('mail.retry-forgotten', Nothing, async (_, { inEach, platform }) => {
  await inEach(async (tx) => {
    for (const { id, bytes, isHopeless } of await listForgotten(tx)) {
      if (isHopeless) {
        await discardFiles({ platform, workspaceId: tx.workspaceId }, id)
        await settleMail(tx, id, {
          state: 'suspended',
          decision: { code: 'failed-for-a-day' },
          evidence: [],
        })
      } else await queueDecision(tx, { id, bytes })
    }
  })
})

/** After 30 days, deletes the sources of mails. Deletes suspended mails completely, with all their files. */
const forgetOldMails = job('mail.forget-old', Nothing, (_, { inEach }) => inEach(forgetSources))

async function forgetSources(tx: WorkspaceTx) {
  const old = await listWithOldSource(tx)
  const ids = (isSuspended: boolean) =>
    old.filter(({ state }) => (state === 'suspended') === isSuspended).map(({ id }) => id)
  if (ids(false).length > 0) await markPurged(tx, ids(false))
  const gone = await deleteSuspended(tx, ids(true))
  await removeBytes(tx, { mails: [...ids(false), ...gone] })
  for (const id of gone) await removeBytes(tx, { files: fileIdsOf(id) })
}

export const inboundMailJobs = [decideMail, decideSlowMail, retryForgottenMails, forgetOldMails]

export const inboundMailTimetable = [
  { cron: '*/15 * * * *', job: retryForgottenMails },
  { cron: '41 2 * * *', job: forgetOldMails },
]
