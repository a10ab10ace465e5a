import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import { deleteOldMerges } from './queries.ts'

const forgetMerges = job('people.forget-merges', z.object({}), (_, { inEach }) => inEach(deleteOldMerges))

export const peopleJobs = [forgetMerges]
export const peopleTimetable = [{ cron: '37 * * * *', job: forgetMerges }]
