import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { systemActor } from '#contract/events.ts'
import { makePicture, measurePicture } from '#server/files/pictures/make-picture.ts'
import { recordPagesChanged } from '#server/knowledge-base/categories/spread-reach.ts'
import { enqueue, type Job, type JobContext, job } from '#server/platform/jobs.ts'
import { sizesOf } from './file-addresses.ts'
import { listUnmeasured, writeMeasures } from './queries.ts'

/** Identifies one text. Without these fields, the job is about all published texts of the workspace. */
const OfText = z.object({ articleId: Id.optional(), language: z.string().optional() })

/** Stores the width and height of pictures, so that pages reserve the space and offer all sizes. */
export const measurePictures = job('article-files.measure', OfText, async ({ articleId, language }, context) => {
  const text = articleId && language ? { articleId, language } : undefined
  const unmeasured = await context.inWorkspace((tx) => listUnmeasured(tx, text))
  for (const storedId of unmeasured) await measure(context, storedId)
})

async function measure({ platform, workspaceId, inWorkspace, log }: JobContext, storedId: string) {
  const measures = await measurePicture(platform, workspaceId, storedId).catch((error: unknown) => {
    // `measureMissing` tries again within the hour. The other pictures are still measured.
    log.warn({ err: error }, 'picture not measured')
    return null
  })
  if (!measures) return
  await inWorkspace(async (tx) => {
    if (await writeMeasures(tx, storedId, measures))
      await recordPagesChanged(tx, { actor: systemActor, cause: 'measured' })
  })
}

// Queues the measuring of pictures that were published before measuring existed, and of pictures whose measuring
// failed.
const measureMissing = job('article-files.measure-missing', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    if ((await listUnmeasured(tx)).length > 0) await enqueue(tx, measurePictures, {})
  }),
)

const Pictures = z.object({ storedIds: z.array(Id) })

export const makeSizes: Job<typeof Pictures> = {
  ...job('article-files.make-sizes', Pictures, async ({ storedIds }, context) => {
    for (const [index, storedId] of storedIds.entries()) {
      // On shutdown, a new job gets the remaining pictures.
      if (context.stopping.aborted) {
        const left = storedIds.slice(index)
        return context.inWorkspace((tx) => enqueue(tx, makeSizes, { storedIds: left }))
      }
      await makeSizesOf(context, storedId)
    }
  }),
  lane: 'pictures',
}

async function makeSizesOf({ platform, workspaceId }: JobContext, fileId: string) {
  const measures = await measurePicture(platform, workspaceId, fileId)
  if (!measures) return
  for (const edge of sizesOf(measures.width)) await makePicture(platform, { workspaceId, fileId, edge })
}

export const articleFileJobs = [measurePictures, measureMissing, makeSizes]
export const articleFileTimetable = [{ cron: '37 * * * *', job: measureMissing }]
