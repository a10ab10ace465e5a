import { z } from 'zod'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { job } from '#server/platform/jobs.ts'
import { discardContents } from './assets/discard-contents.ts'
import { measuringJobs, measuringTimetable } from './measure-older.ts'
import { deleteContents } from './queries/contents.ts'
import { deleteMediaRows, listLongTrashed } from './queries/media.ts'

const trashDays = 30
const mostAtOnce = 500

const purgeMedia = job('media.purge', z.object({}), (_, { inEach }) => inEach(purge))

async function purge(tx: WorkspaceTx) {
  const ids = (await listLongTrashed(tx, trashDays, mostAtOnce)).map(({ id }) => id)
  if (ids.length === 0) return
  const files = await deleteContents(tx, ids)
  await deleteMediaRows(tx, ids)
  await discardContents(tx, files)
}

export const mediaJobs = [purgeMedia, ...measuringJobs]
export const mediaTimetable = [{ cron: '47 * * * *', job: purgeMedia }, ...measuringTimetable]
