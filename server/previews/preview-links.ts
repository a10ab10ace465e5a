import { type EditorCall, lockArticle, refuseUnknown } from '#server/articles/editor-call.ts'
import { chosenLanguage } from '#server/articles/publication/states.ts'
import { findDraft, type ReadCall } from '#server/articles/show-article.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { writeToken } from './preview-token.ts'
import { deleteLinks, type LinkRow, listLinks, writeLink } from './queries.ts'

/** A new link to the draft of a language; the one before opens nothing from now on. */
export async function createPreviewLink(
  call: EditorCall & ReadCall,
  articleId: string,
  wanted: { language?: string | undefined },
) {
  const { tx, caller } = call
  await lockArticle(call, articleId)
  const language = await chosenLanguage(tx, wanted)
  if (!(await findDraft(tx, articleId, language))) throw new Refusal('text-not-found')
  return shape(call, await writeLink(tx, { articleId, language, createdBy: caller.id }))
}

export async function listPreviewLinks(call: ReadCall, articleId: string) {
  await refuseUnknown(call.tx, articleId)
  return (await listLinks(call.tx, articleId)).map((link) => shape(call, link))
}

/** What was deleted is shown to nobody, nor when it is taken out of the trash. */
export const endPreviews = (tx: WorkspaceTx, { subject }: NewEvent<'article.trashed'>) => deleteLinks(tx, subject.id)

const shape = ({ platform, caller }: ReadCall, { id, language, expiresAt }: LinkRow) => ({
  language,
  expiresAt,
  url: `${platform.settings.workspaceOrigin(caller.domain!)}/knowledgebase/preview/${writeToken(platform.keys, caller.workspaceId!, id)}`,
})
