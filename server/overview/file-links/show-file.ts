import { showMedia } from '#contract/content/media.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { showArticle } from '#contract/knowledge-base/articles.ts'
import { showMessage } from '#contract/tickets/messages.ts'
import { listSideMessages } from '#contract/tickets/side-conversations.ts'
import { showAsset } from '#server/content/media/assets/list-assets.ts'
import { expiryOf, signFileUrl } from '#server/files/file-urls.ts'
import { findUpload } from '#server/files/keep-file.ts'
import { showableImages } from '#server/files/mime-types.ts'
import { refuseUnknown } from '#server/knowledge-base/articles/editor-call.ts'
import { mayCall } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { showMessageOf } from '#server/tickets/conversation/messages/list-messages.ts'
import type { Call } from '#server/tickets/ticket/caller.ts'
import { findArticle, findAsset, findMessage, isOfSideMessage } from './queries.ts'

/**
 * Returns a file with new links. The caller must be allowed to read the message, article or media file that contains
 * the file. A file that is not used yet is visible only to its uploader.
 */
export async function showFile(call: Call, id: string) {
  const { tx, caller, platform } = call
  const file = await findUpload(tx, id)
  if (!file || !(await mayRead(call, file))) throw new Refusal('file-not-found')
  const { workspaceId } = caller
  const address = (use: 'download' | 'thumbnail') => signFileUrl(platform, { workspaceId, fileId: id, use })
  return {
    id,
    name: file.name,
    mime: file.mime,
    bytes: Number(file.bytes),
    url: address('download'),
    pictureUrl: showableImages.has(file.mime) ? address('thumbnail') : null,
    expiresAt: new Date(expiryOf('download')).toISOString(),
  }
}

type File = { id: string; uploaderId: string | null; isKept: boolean }

async function mayRead(call: Call, { id, uploaderId, isKept }: File): Promise<boolean> {
  const { tx, caller, platform } = call
  if (!isKept) return uploaderId === caller.id
  const mayAsk = (endpoint: Endpoint) => mayCall(caller, endpoint)
  const message = mayAsk(showMessage) && (await findMessage(tx, id))
  if (message) return isThere(showMessageOf(call, { id: message.ticketId, messageId: message.messageId }))
  if (caller.kind === 'customer') return false
  if (mayAsk(listSideMessages) && (await isOfSideMessage(tx, id))) return true
  const asset = mayAsk(showMedia) && (await findAsset(tx, id))
  if (asset) return isThere(showAsset({ tx, caller, platform }, asset.mediaId))
  // This check is for admins who edit an article. Readers use the permanent URLs of published files.
  const article = caller.isAdmin && mayAsk(showArticle) && (await findArticle(tx, id))
  return article ? isThere(refuseUnknown(tx, article.articleId)) : false
}

const isThere = (showing: Promise<unknown>) =>
  showing.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )
