import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import { deleteOld } from './queries.ts'

const kept = { days: 90, most: 50_000 }

const pruneDeflections = job('deflections.prune', z.object({}), (_, { inEach }) => inEach((tx) => deleteOld(tx, kept)))

export const deflectionJobs = [pruneDeflections]
export const deflectionTimetable = [{ cron: '41 * * * *', job: pruneDeflections }]
