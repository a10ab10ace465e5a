import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import { deleteBeyond, forgetAddresses } from './queries/feedback.ts'
import { deleteOldDays } from './queries/views.ts'
import { rankPopular } from './views/rank-popular.ts'

/** Maximum number of feedback rows per workspace, and days for which mail addresses are kept. */
const kept = { most: 50_000, addressDays: 180 }
/** Days for which views are stored: the longest report plus one day for time zones. */
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
