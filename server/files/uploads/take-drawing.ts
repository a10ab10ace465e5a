import { drawingMime } from '#server/files/mime-types.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { cleanDrawing } from '#server/platform/pictures/picture-work.ts'
import { TaskFailed } from '#server/platform/process/task-failed.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { replaceContent } from './clean-photograph.ts'

const mostBytes = 2 * 1024 * 1024

export async function takeDrawing(platform: Platform, workspaceId: string, id: string) {
  const given = await platform.storage.read(fileKey(workspaceId, id))
  if (given.length > mostBytes)
    throw new Refusal('picture-too-large', {
      ...{ detail: 'This drawing is too large. An SVG can have at most 2 MB.', shown: { limit: 'bytes' } },
    })
  const { bytes, width, height } = await cleanDrawing(given).catch((cause: unknown) => {
    const isVerdict = cause instanceof TaskFailed && !cause.isTimeout
    throw isVerdict
      ? new Refusal('picture-unreadable', { cause })
      : new Refusal('took-too-long', { retryAfterSeconds: 60, cause })
  })
  await replaceContent(platform, { workspaceId, id }, bytes, drawingMime)
  return { width, height }
}
