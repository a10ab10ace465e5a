import { z } from 'zod'
import { undoMs } from '#server/content-models/undo.ts'
import { job } from '#server/platform/jobs.ts'
import { keepPlan } from './publication/plan.ts'
import { thinChanges } from './queries/changes.ts'
import { deleteTrashedBefore } from './queries/entries.ts'

const mostAtOnce = 1000

/** Lets go of what lies in the trash for 30 days, and of what nobody will be merged with any more. */
export const pruneEntries = job('entries.prune', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    await deleteTrashedBefore(tx, new Date(Date.now() - undoMs), mostAtOnce)
    await thinChanges(tx)
  }),
)

export const entryJobs = [keepPlan, pruneEntries]
export const entryTimetable = [{ cron: '41 * * * *', job: pruneEntries }]
