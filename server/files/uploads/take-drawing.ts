import { drawingMime } from '#server/files/mime-types.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { cleanDrawing } from '#server/platform/pictures/picture-work.ts'
import { TaskFailed } from '#server/platform/process/task-failed.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { replaceContent } from './clean-photograph.ts'

const mostBytes = 2 * 1024 * 1024

/** Keeps of an own upload that is a drawing (SVG) what is drawn; false where it is none, or larger than drawings are. */
export async function takeDrawing(platform: Platform, workspaceId: string, id: string): Promise<boolean> {
  const given = await platform.storage.read(fileKey(workspaceId, id))
  if (given.length > mostBytes) return false
  const clean = await cleanDrawing(given).catch((cause: unknown) => {
    if (cause instanceof TaskFailed && !cause.isTimeout) return null
    throw new Refusal('took-too-long', { retryAfterSeconds: 60, cause })
  })
  if (clean) await replaceContent(platform, { workspaceId, id }, clean, drawingMime)
  return clean !== null
}
