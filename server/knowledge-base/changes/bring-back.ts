import type { BatchCall } from '#server/bulk/batches/batch-kind.ts'
import * as states from '#server/knowledge-base/articles/publication/states.ts'
import { listTextStates } from '#server/knowledge-base/articles/show-article.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** How the text of a language stood. */
export type TextState = Awaited<ReturnType<typeof listStates>>[number]

export async function listStates(tx: WorkspaceTx, id: string) {
  const texts = await listTextStates(tx, id)
  return texts.map(({ liveVersion, liveRevision, revision, ...text }) => ({
    ...{ language: text.language, status: text.status, publishAt: text.publishAt, unpublishAt: text.unpublishAt },
    ...{ archivedTo: text.archivedTo, archivedPath: text.archivedPath },
    isLive: liveVersion !== null,
    hasChanges: liveRevision !== null && liveRevision !== revision,
  }))
}

/** Of the first language, unless another is named. */
export async function findState(
  tx: WorkspaceTx,
  id: string,
  wanted: { language?: string | undefined },
): Promise<TextState> {
  const language = await states.chosenLanguage(tx, wanted)
  const stood = (await listStates(tx, id)).find((one) => one.language === language)
  if (!stood) throw new Refusal('text-not-found')
  return stood
}

/** What was planned for a time that is over is not planned again. */
const ahead = (at: string | null) => (at && Date.parse(at) > Date.now() ? at : undefined)

/** When what is live is taken away stays as it was planned. */
export const untilOf = ({ isLive, unpublishAt }: TextState) => (isLive ? ahead(unpublishAt) : undefined)

/** From a draft to what the text was before; nobody is mailed again. */
export async function bringBack(call: BatchCall, id: string, { language, isLive, status, ...planned }: TextState) {
  const [at, until] = [ahead(planned.publishAt), ahead(planned.unpublishAt)]
  const back = status === 'in_review' ? 'in_review' : 'published'
  if (isLive) await states.publish(call, id, { language, back, until })
  // The end of what is live stays, also where it comes before the next publication.
  if (at) await states.publish(call, id, { language, at, ...(!isLive && until && { until }) })
  if (!isLive && status === 'in_review') await states.sendForReview(call, id, { language, back: true })
}
