import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import { formerKeyJobs } from './former-keys/mails.ts'
import { purgeModels } from './purge.ts'

const purgeDeleted = job('content-models.purge', z.object({}), (_, { inEach }) => inEach(purgeModels))

export const contentModelJobs = [purgeDeleted, ...formerKeyJobs]
export const contentModelTimetable = [{ cron: '47 * * * *', job: purgeDeleted }]
