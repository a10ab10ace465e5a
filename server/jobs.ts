import { deleteAbandonedUploads, fileJobs } from '#server/files/jobs.ts'
import { identityJobs, pruneIdentity } from '#server/identity/jobs.ts'
import { mailJobs, mailTimetable } from '#server/mail/jobs.ts'
import type { WorkerOptions } from '#server/platform/jobs.ts'
import { teamJobs } from '#server/team/jobs.ts'
import { ticketJobs, ticketTimetable } from '#server/tickets/jobs.ts'

/** Every job there is, and when the repeating ones run (UTC). */
export const jobs: WorkerOptions['jobs'] = [...identityJobs, ...teamJobs, ...ticketJobs, ...mailJobs, ...fileJobs]

export const timetable: WorkerOptions['timetable'] = [
  ...ticketTimetable,
  ...mailTimetable,
  { cron: '17 * * * *', job: deleteAbandonedUploads },
  { cron: '23 * * * *', job: pruneIdentity },
]
