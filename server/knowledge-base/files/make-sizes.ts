import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { makePicture, measurePicture } from '#server/files/pictures/make-picture.ts'
import { enqueue, type Job, type JobContext, job } from '#server/platform/jobs.ts'
import { sizesOf } from './file-addresses.ts'

const Pictures = z.object({ storedIds: z.array(Id) })

export const makeSizes: Job<typeof Pictures> = {
  ...job('article-files.make-sizes', Pictures, async ({ storedIds }, context) => {
    for (const [index, storedId] of storedIds.entries()) {
      // On shutdown the rest is left to the next process.
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
