import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import { deleteOldDecisions } from './queries.ts'

const kept = { days: 365, most: 2000 }

const pruneGapDecisions = job('knowledge-gaps.prune', z.object({}), (_, { inEach }) =>
  inEach((tx) => deleteOldDecisions(tx, kept)),
)

export const knowledgeGapJobs = [pruneGapDecisions]
export const knowledgeGapTimetable = [{ cron: '53 * * * *', job: pruneGapDecisions }]
