import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import { purgeModels } from './purge.ts'

const purgeDeleted = job('content-models.purge', z.object({}), (_, { inEach }) => inEach(purgeModels))

export const contentModelJobs = [purgeDeleted]
export const contentModelTimetable = [{ cron: '47 * * * *', job: purgeDeleted }]
