import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import { deleteMailsBefore } from './queries.ts'

const daysKept = 7

const deleteOldMails = job('development-mailbox.delete-old', z.object({}), (_, { inIdentity }) =>
  inIdentity(async (tx) => {
    await deleteMailsBefore(tx, daysKept)
  }),
)

export const developmentMailboxJobs = [deleteOldMails]

export const developmentMailboxTimetable = [{ cron: '47 2 * * *', job: deleteOldMails }]
