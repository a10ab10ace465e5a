import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { noOne } from '#contract/events.ts'
import { measurePicture } from '#server/files/pictures/make-picture.ts'
import { touchPages } from '#server/knowledge-base/categories/spread-reach.ts'
import { enqueue, type JobContext, job } from '#server/platform/jobs.ts'
import { listUnmeasured, writeMeasures } from './queries.ts'

/** One text, or all published texts of a workspace. */
const OfText = z.object({ articleId: Id.optional(), language: z.string().optional() })

/** Measures pictures, so that pages reserve their space and offer all sizes. */
export const measurePictures = job('article-files.measure', OfText, async ({ articleId, language }, context) => {
  const text = articleId && language ? { articleId, language } : undefined
  const unmeasured = await context.inWorkspace((tx) => listUnmeasured(tx, text))
  for (const storedId of unmeasured) await measure(context, storedId)
})

async function measure({ platform, workspaceId, inWorkspace, log }: JobContext, storedId: string) {
  const measures = await measurePicture(platform, workspaceId, storedId).catch((error: unknown) => {
    // Tried again within the hour. Other pictures continue.
    log.warn({ err: error }, 'picture not measured')
    return null
  })
  if (!measures) return
  await inWorkspace(async (tx) => {
    if (await writeMeasures(tx, storedId, measures)) await touchPages(tx, { actor: noOne, cause: 'measured' })
  })
}

/** Measures pictures that were published before measuring existed or that failed. */
export const measureMissing = job('article-files.measure-missing', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    if ((await listUnmeasured(tx)).length > 0) await enqueue(tx, measurePictures, {})
  }),
)
