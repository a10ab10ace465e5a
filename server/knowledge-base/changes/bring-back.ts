import type { BatchCall } from '#server/bulk/batches/batch-kind.ts'
import * as states from '#server/knowledge-base/articles/publication/states.ts'
import { listTextStates } from '#server/knowledge-base/articles/show-article.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

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

/** Past times are not scheduled again. */
const ahead = (at: string | null) => (at && Date.parse(at) > Date.now() ? at : undefined)

/** The scheduled end of a live text stays. */
export const untilOf = ({ isLive, unpublishAt }: TextState) => (isLive ? ahead(unpublishAt) : undefined)

/** Brings a draft back to its former state, without mails. */
export async function bringBack(call: BatchCall, id: string, { language, isLive, status, ...planned }: TextState) {
  const [at, until] = [ahead(planned.publishAt), ahead(planned.unpublishAt)]
  const back = status === 'in_review' ? 'in_review' : 'published'
  if (isLive) await states.publish(call, id, { language, back, until })
  // The end of the live text stays, even if it is before the next publication.
  if (at) await states.publish(call, id, { language, at, ...(!isLive && until && { until }) })
  if (!isLive && status === 'in_review') await states.sendForReview(call, id, { language, back: true })
}
