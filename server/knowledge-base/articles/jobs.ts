import { z } from 'zod'
import { forgetSubjects } from '#server/bulk/batches/forget-subjects.ts'
import { discardFiles } from '#server/files/keep-file.ts'
import { removeBytes } from '#server/files/remove-bytes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { deleteHistory } from '#server/platform/events/record.ts'
import { job } from '#server/platform/jobs.ts'
import { articleScheduleJob } from './publication/schedule.ts'
import { deleteArticles, lockArticlesToPurge } from './queries/articles.ts'
import { releaseArticleFiles, thinRevisions } from './queries/texts.ts'

const thinAllRevisions = job('articles.thin-revisions', z.object({}), (_, { inEach }) =>
  inEach((tx) => thinRevisions(tx)),
)

export const purgeTrashedArticles = job('articles.purge-trash', z.object({}), (_, { inEach }) => inEach(purgeTrash))

/** Deletes articles after 30 days in the trash. Their URLs answer 404. */
async function purgeTrash(tx: WorkspaceTx) {
  const ids = await lockArticlesToPurge(tx)
  if (ids.length === 0) return
  const files = await releaseArticleFiles(tx, ids)
  await deleteHistory(tx, 'article', ids)
  await forgetSubjects(tx, ids)
  await deleteArticles(tx, ids)
  await discardFiles(tx, files)
  await removeBytes(tx, { files })
}

export const articleJobs = [articleScheduleJob, thinAllRevisions, purgeTrashedArticles]
export const articleTimetable = [
  { cron: '23 * * * *', job: thinAllRevisions },
  { cron: '47 * * * *', job: purgeTrashedArticles },
]
