import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { referencesOf } from '#server/writing/documents/render/references-of.ts'
import { makeSizes, measurePictures } from './jobs.ts'
import { type FileUse, findLive, followReachOfFiles, listPicturesOf, listUnmeasured, writeShown } from './queries.ts'

/** Stores which files a published text shows. Unpublishing deletes these rows by foreign key. */
export async function showFiles(
  tx: WorkspaceTx,
  { subject: { id: articleId }, new: { language } }: NewEvent<'article.published'>,
) {
  const live = await findLive(tx, articleId, language)
  if (!live) return
  const { pictures, files } = referencesOf(live.document)
  const uses: FileUse[] = [
    ...pictures.map(({ file }) => ({ kind: 'picture' as const, file })),
    ...files.map(({ file }) => ({ kind: 'file' as const, file })),
    ...(live.socialFileId ? [{ kind: 'picture' as const, file: live.socialFileId }] : []),
  ]
  await writeShown(tx, { articleId, language, audience: live.audience }, uses)
  const text = { articleId, language }
  if ((await listUnmeasured(tx, text)).length > 0) await enqueue(tx, measurePictures, text)
  const storedIds = await listPicturesOf(tx, text)
  if (storedIds.length > 0) await enqueue(tx, makeSizes, { storedIds })
}

export async function followFiles(tx: WorkspaceTx, event: NewEvent<'article.moved' | 'article.changed'>) {
  if (event.type === 'article.moved' || event.with.isReach) await followReachOfFiles(tx, event.subject.id)
}
export const followAllFiles = (tx: WorkspaceTx) => followReachOfFiles(tx)
