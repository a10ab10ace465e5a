import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import { deleteBeyond } from './queries/feedback.ts'
import { rankPopular } from './views/rank-popular.ts'

/** So much of what readers said is kept of a workspace. */
const mostKept = 50_000

export const pruneFeedback = job('article-feedback.prune', z.object({}), (_, { inEach }) =>
  inEach((tx) => deleteBeyond(tx, mostKept)),
)

export const countPopular = job('article-feedback.count-popular', z.object({}), (_, { inEach }) => inEach(rankPopular))

export const articleFeedbackJobs = [pruneFeedback, countPopular]
export const articleFeedbackTimetable = [
  { cron: '53 * * * *', job: pruneFeedback },
  { cron: '7 * * * *', job: countPopular },
]
