import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import { deleteBeyond, forgetAddresses } from './queries/feedback.ts'
import { deleteOldDays } from './queries/views.ts'
import { rankPopular } from './views/rank-popular.ts'

/** So much of what readers said is kept of a workspace, and so long the addresses in it. */
const kept = { most: 50_000, addressDays: 180 }
/** As long as the longest report, and a day for the clocks of the earth. */
const viewDays = 91

export const pruneFeedback = job('article-feedback.prune', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    await deleteBeyond(tx, kept.most)
    await forgetAddresses(tx, kept.addressDays)
    await deleteOldDays(tx, viewDays)
  }),
)

const countPopular = job('article-feedback.count-popular', z.object({}), (_, { inEach }) => inEach(rankPopular))

export const articleFeedbackJobs = [pruneFeedback, countPopular]
export const articleFeedbackTimetable = [
  { cron: '53 * * * *', job: pruneFeedback },
  { cron: '7 * * * *', job: countPopular },
]
