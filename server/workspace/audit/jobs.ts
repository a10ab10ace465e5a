import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import { forgetAuditRows } from './queries.ts'

export const pruneAuditLog = job('audit.prune', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    await forgetAuditRows(tx)
  }),
)

export const auditJobs = [pruneAuditLog]
export const auditTimetable = [{ cron: '23 * * * *', job: pruneAuditLog }]
