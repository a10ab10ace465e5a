import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import { indexMissing } from './index/index-text.ts'
import { deleteOldSearches } from './queries/log.ts'

const Nothing = z.object({})
const kept = { days: 180, most: 50_000 }

const indexMissingArticles = job('article-search.index-missing', Nothing, (_, { inEach }) => inEach(indexMissing))
const pruneSearches = job('article-search.prune-searches', Nothing, (_, { inEach }) =>
  inEach((tx) => deleteOldSearches(tx, kept)),
)

export const articleSearchJobs = [indexMissingArticles, pruneSearches]
export const articleSearchTimetable = [
  { cron: '*/10 * * * *', job: indexMissingArticles },
  { cron: '47 * * * *', job: pruneSearches },
]
