import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import { deleteOldKeys } from './queries.ts'

const pruneApiKeys = job('api-keys.prune', z.object({}), (_, { inEach }) => inEach(deleteOldKeys))

export const apiKeyJobs = [pruneApiKeys]

export const apiKeyTimetable = [{ cron: '29 3 * * *', job: pruneApiKeys }]
