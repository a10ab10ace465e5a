import { z } from 'zod'
import { noOne } from '#contract/events.ts'
import { makePicture } from '#server/files/pictures/make-picture.ts'
import { pictureKey, shownEdge } from '#server/files/storage-keys.ts'
import { listUnmeasured, type Unmeasured, writeColors } from '#server/media/queries/media.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { enqueue, type JobContext, job } from '#server/platform/jobs.ts'
import { type Colors, measureColors } from '#server/platform/pictures/picture-work.ts'
import { unlessGone } from '#server/platform/storage.ts'
import { tellChanged } from './assets/lock-assets.ts'

const mostInTurn = 20
/** Of what cannot be read there are none, and it is not tried again. */
const none = { thumbhash: Buffer.alloc(0), palette: [] }

/** Measures the colours of pictures that are older than that, some in a turn, until there are none. */
const measureOlderOf = job('media.measure-older-of', z.object({}), async (_, context) => {
  const { inWorkspace, stopping } = context
  const measured: (Unmeasured & Colors)[] = []
  for (const one of await inWorkspace((tx) => listUnmeasured(tx, mostInTurn))) {
    if (stopping.aborted) break
    measured.push({ ...one, ...(await colorsOf(context, one)) })
  }
  if (measured.length === 0) return
  await inWorkspace(async (tx) => {
    for (const one of measured) await writeColors(tx, one)
    await tellChanged(tx, noOne)
    await queueOlder(tx)
  })
})

async function colorsOf({ platform, workspaceId }: JobContext, { fileId, crop }: Unmeasured): Promise<Colors> {
  if (!(await makePicture(platform, { workspaceId, fileId, edge: shownEdge }))) return none
  const picture = await platform.storage.read(pictureKey(workspaceId, fileId, shownEdge)).catch(unlessGone)
  return picture ? measureColors(picture, crop) : none
}

/** Soon, where there are any. */
export async function queueOlder(tx: WorkspaceTx) {
  if ((await listUnmeasured(tx, 1)).length === 0) return
  await enqueue(tx, measureOlderOf, {}, { key: `${measureOlderOf.name} ${tx.workspaceId}` })
}

const measureOlder = job('media.measure-older', z.object({}), (_, { inEach }) => inEach(queueOlder))

export const measuringJobs = [measureOlder, measureOlderOf]
export const measuringTimetable = [{ cron: '*/15 * * * *', job: measureOlder }]
