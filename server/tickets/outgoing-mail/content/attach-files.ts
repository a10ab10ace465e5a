import { uuidPattern } from '#contract/uuid.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import type { OutgoingAttachment } from '#server/platform/mail/compose-mail.ts'
import type { AnswerFile } from '#server/tickets/outgoing-mail/queries/answers.ts'

const mostBytes = 18 * 1024 * 1024
const megabyte = 1_000_000

export type AttachedFiles = {
  attached: OutgoingAttachment[]
  links: { name: string; url: string | null; size: string }[]
  contentIds: Map<string, string>
}

/** Attaches at most 18 MB of files, pictures in the text first. Other files become links to the conversation. */
export async function attachFiles(
  { platform, workspaceId }: JobContext,
  files: AnswerFile[],
  { domain, portalUrl, bodyHtml }: { domain: string; portalUrl: string | null; bodyHtml: string },
) {
  const result: AttachedFiles = { attached: [], links: [], contentIds: new Map() }
  const isShown = ({ id }: AnswerFile) => bodyHtml.includes(`data-file="${id}"`)
  let bytes = 0
  for (const file of files.toSorted((one, other) => Number(isShown(other)) - Number(isShown(one)))) {
    if (bytes + file.bytes > mostBytes) {
      result.links.push({ name: file.name, url: portalUrl, size: sizeOf(file.bytes) })
      continue
    }
    bytes += file.bytes
    const contentId = isShown(file) ? `${file.id}@${domain}` : undefined
    if (contentId) result.contentIds.set(file.id, contentId)
    const stored = await platform.storage.read(fileKey(workspaceId, file.storedId))
    result.attached.push({ name: file.name, mime: file.mime, bytes: stored, ...(contentId && { contentId }) })
  }
  return result
}

const sizeOf = (bytes: number) =>
  bytes < megabyte ? `${Math.ceil(bytes / 1000)} KB` : `${Math.round(bytes / megabyte)} MB`

const picture = new RegExp(`<img\\b[^<>]*\\bdata-file="(${uuidPattern})"[^<>]*>`, 'gi')

export const showInline = (html: string, { contentIds }: AttachedFiles) =>
  html.replace(picture, (tag, fileId: string) => {
    const contentId = contentIds.get(fileId)
    return contentId ? tag.replace(`data-file="${fileId}"`, `src="cid:${contentId}"`) : ''
  })

export const withoutPictures = (html: string) => html.replace(picture, '')
