import { z } from 'zod'
import { systemActor } from '#contract/events.ts'
import {
  listUnmeasured,
  type MeasuredRow,
  type UnmeasuredAsset,
  writeMeasured,
} from '#server/content/media/queries/media.ts'
import { drawingMime } from '#server/files/mime-types.ts'
import { makePicture } from '#server/files/pictures/make-picture.ts'
import { fileKey, pictureKey, shownEdge } from '#server/files/storage-keys.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { enqueue, type JobContext, job } from '#server/platform/jobs.ts'
import { type Colors, cleanDrawing, measureColors } from '#server/platform/pictures/picture-work.ts'
import { TaskFailed } from '#server/platform/process/task-failed.ts'
import { unlessGone } from '#server/platform/storage.ts'
import { recordChanged } from './assets/lock-assets.ts'

const mostInTurn = 20
/** Marks a picture that cannot be decoded, so that it is not tried again. */
const none = { thumbhash: Buffer.alloc(0), palette: [] }

// Measures colours and SVG sizes of assets from earlier versions, and colours after a new crop. Each run measures a few
// assets and queues the next run.
const measureOlderOf = job('media.measure-older-of', z.object({}), async (_, context) => {
  const { inWorkspace, stopping } = context
  const measured: MeasuredRow[] = []
  for (const one of await inWorkspace((tx) => listUnmeasured(tx, mostInTurn))) {
    if (stopping.aborted) break
    measured.push({ ...one, ...(await colorsOf(context, one)), ...(await sizeOf(context, one)) })
  }
  if (measured.length === 0) return
  await inWorkspace(async (tx) => {
    for (const one of measured) await writeMeasured(tx, one)
    await recordChanged(tx, systemActor)
    await queueOlder(tx)
  })
})

async function colorsOf({ platform, workspaceId }: JobContext, { fileId, crop }: UnmeasuredAsset): Promise<Colors> {
  if (!(await makePicture(platform, { workspaceId, fileId, edge: shownEdge }))) return none
  const picture = await platform.storage.read(pictureKey(workspaceId, fileId, shownEdge)).catch(unlessGone)
  return picture ? measureColors(picture, crop) : none
}

async function sizeOf({ platform, workspaceId }: JobContext, { fileId, mime, width, height }: UnmeasuredAsset) {
  const drawing =
    mime === drawingMime ? await platform.storage.read(fileKey(workspaceId, fileId)).catch(unlessGone) : null
  const size = drawing ? await cleanDrawing(drawing).catch(unreadable) : null
  return size ? { width: size.width, height: size.height } : { width, height }
}

function unreadable(error: unknown): null {
  if (error instanceof TaskFailed && !error.isTimeout) return null
  throw error
}

export async function queueOlder(tx: WorkspaceTx) {
  if ((await listUnmeasured(tx, 1)).length === 0) return
  await enqueue(tx, measureOlderOf, {}, { key: `${measureOlderOf.name} ${tx.workspaceId}` })
}

const measureOlder = job('media.measure-older', z.object({}), (_, { inEach }) => inEach(queueOlder))

export const measuringJobs = [measureOlder, measureOlderOf]
export const measuringTimetable = [{ cron: '*/15 * * * *', job: measureOlder }]
