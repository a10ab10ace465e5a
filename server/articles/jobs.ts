import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import { keepPlan } from './publication/plan.ts'
import { thinRevisions } from './queries/texts.ts'

export const thinAllRevisions = job('articles.thin-revisions', z.object({}), (_, { inEach }) =>
  inEach((tx) => thinRevisions(tx)),
)

export const articleJobs = [keepPlan, thinAllRevisions]
export const articleTimetable = [{ cron: '23 * * * *', job: thinAllRevisions }]
