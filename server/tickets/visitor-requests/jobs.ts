import { z } from 'zod'
import { type Job, job } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { fileRequest } from './file-request.ts'
import { deleteOldRequests, lockRequest } from './queries.ts'

const Payload = z.object({ id: z.uuid() })

/** Creates the ticket of a confirmed request. A request of a blocked customer is deleted with the old ones. */
export const fileConfirmed: Job<typeof Payload> = job(
  'visitor-requests.file',
  Payload,
  ({ id }, { inWorkspace, log }) =>
    inWorkspace(async (tx) => {
      const request = await lockRequest(tx, id)
      if (request) await fileRequest(tx, request)
    }).catch((error) => {
      if (!(error instanceof Refusal)) throw error
      log.info({ id, code: error.code }, 'a request of a visitor was refused')
    }),
)

const forgetOld = job('visitor-requests.forget-old', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    await deleteOldRequests(tx)
  }),
)

export const visitorRequestJobs = [fileConfirmed, forgetOld]
export const visitorRequestTimetable = [{ cron: '23 * * * *', job: forgetOld }]
