import { type EditorCall, findKnown, lockArticle } from '#server/knowledge-base/articles/editor-call.ts'
import { chosenLanguage } from '#server/knowledge-base/articles/publication/states.ts'
import { findDraft, type ReadCall } from '#server/knowledge-base/articles/show-article.ts'
import { type Audience, audiencesOf, readerOf } from '#server/knowledge-base/categories/visibility.ts'
import {
  deleteLinks,
  type LinkRow,
  listLinks,
  writeLink,
} from '#server/knowledge-base/reading/queries/preview-links.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isHashOf, keyedHash } from '#server/platform/secrets/keyring.ts'

/** Creates a preview link for a draft. An earlier link for the same article, language and audience stops working. */
export async function createPreviewLink(
  call: EditorCall & ReadCall,
  articleId: string,
  { audience, ...wanted }: { language?: string | undefined; audience: Audience },
) {
  const { tx, caller } = call
  await lockArticle(call, articleId)
  const language = await chosenLanguage(tx, wanted)
  const draft = await findDraft(tx, articleId, language)
  if (!draft) throw new Refusal('text-not-found')
  return shape(call, draft.article, await writeLink(tx, { articleId, language, audience, createdBy: caller.id }))
}

export async function listPreviewLinks(call: ReadCall, articleId: string) {
  const article = await findKnown(call.tx, articleId)
  return (await listLinks(call.tx, articleId)).map((link) => shape(call, article, link))
}

/** Deletes the preview links of a trashed article. Restoring the article does not restore the links. */
export const endPreviews = (tx: WorkspaceTx, { subject }: NewEvent<'article.trashed'>) => deleteLinks(tx, subject.id)

const shape = (
  { platform, caller }: ReadCall,
  article: { audience: Audience },
  { id, language, audience, expiresAt }: LinkRow,
) => ({
  language,
  audience,
  isForThem: audiencesOf(readerOf(audience)).includes(article.audience),
  expiresAt,
  url: `${platform.settings.workspaceOrigin(caller.domain!)}/knowledgebase/preview/${writeToken(platform.keys, caller.workspaceId!, id)}`,
})

type TokenKeys = Pick<Platform['keys'], 'fileUrl'>

// Returns the token of a preview link: the link id with a signature. The token cannot be forged or used in another
// workspace.
const writeToken = (keys: TokenKeys, workspaceId: string, id: string) =>
  `${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}.${keyedHash(keys.fileUrl[0], signed(workspaceId, id)).toString('base64url')}`

export function readToken(keys: TokenKeys, workspaceId: string, token: string): string | null {
  const [named = '', signature = ''] = token.split('.')
  const hex = Buffer.from(named, 'base64url').toString('hex')
  if (hex.length !== 32) return null
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isHashOf(keys.fileUrl, signed(workspaceId, id), Buffer.from(signature, 'base64url')) ? id : null
}

const signed = (workspaceId: string, id: string) => `preview ${workspaceId} ${id}`
