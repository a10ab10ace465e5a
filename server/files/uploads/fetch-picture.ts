import { signFileUrl } from '#server/files/file-urls.ts'
import { cleanMime, showableImages } from '#server/files/mime-types.ts'
import type { Person } from '#server/platform/http/caller.ts'
import { spendBytes } from '#server/platform/http/input/spend-bytes.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { OutboundError } from '#server/platform/outbound/outbound-error.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { storeBytes } from './store-bytes.ts'
import { cleanFileName, refuseMoreUploads } from './upload-files.ts'

const mostBytes = 10 * 1024 * 1024

export async function fetchPicture(platform: Platform, caller: Person, address: string) {
  await refuseMoreUploads(platform, caller.workspaceId, 1)
  const picture = await askForPicture(platform, address)
  spendBytes(platform, caller, 'file', picture.body.length)
  const file = await storeBytes(platform, caller, picture)
  return { ...file, url: signFileUrl(platform, { workspaceId: caller.workspaceId, fileId: file.id, use: 'image' }) }
}

export async function askForPicture({ outbound }: Pick<Platform, 'outbound'>, address: string) {
  const { url, status, headers, body } = await outbound.fetch(address, { maxBytes: mostBytes }).catch(explainFetch)
  const name = nameOf(url)
  const mime = cleanMime(headers['content-type']?.split(';')[0]?.trim(), name)
  if (status !== 200 || !showableImages.has(mime)) throw new Refusal('picture-out-of-reach')
  return { name, mime, body }
}

function explainFetch(error: unknown): never {
  if (!(error instanceof OutboundError)) throw error
  throw new Refusal(error.fault === 'too-large' ? 'file-too-large' : 'picture-out-of-reach', {
    ...(error.fault === 'too-large' && { detail: 'A picture from a URL can have at most 10 MB' }),
    cause: error,
  })
}

function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return cleanFileName(decodeURIComponent(last) || 'picture')
  } catch {
    return cleanFileName(last)
  }
}
