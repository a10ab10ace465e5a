import { setTimeout as wait } from 'node:timers/promises'
import { fileKey, pictureKey, shownEdge } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Encoded, encodePicture } from './encode-picture.ts'
import { claimPicture, findPicture, markFree, markMade, markNone, type PictureRef } from './queries.ts'
import { takeTurns } from './take-turns.ts'

type Ref = PictureRef & { workspaceId: string }

const waitMs = 15_000
const lookAgainMs = 250

/**
 * The type of a picture that is kept under its key, made now where this is its first reading; null where it is none. Other
 * sizes are made of the one that is shown at most, so that what somebody sent is read once.
 */
export async function makePicture(platform: Platform, ref: Ref): Promise<string | null> {
  const until = Date.now() + waitMs
  while (Date.now() < until) {
    const known = await inWorkspace(platform.app, ref.workspaceId, (tx) => findPicture(tx, ref))
    if (known?.mime) return known.mime
    if (known?.isNone && !known.isBusy) return null
    if (ref.edge !== shownEdge && !(await makePicture(platform, { ...ref, edge: shownEdge }))) return null
    const made = await makeOnce(platform, ref)
    if (made !== 'elsewhere') return made
    await wait(lookAgainMs)
  }
  throw new Refusal('took-too-long', { retryAfterSeconds: 5 })
}

type Made = Encoded['mime'] | null | 'elsewhere'

const inTurn = takeTurns({ atOnce: 2, mostWaiting: 40 })
const making = new Map<string, Promise<Made>>()

/** Who asks for what this process is making already waits for the same. */
function makeOnce(platform: Platform, ref: Ref): Promise<Made> {
  const key = pictureKey(ref.workspaceId, ref.fileId, ref.edge)
  const begun = making.get(key)
  if (begun) return begun
  const made = inTurn(ref.workspaceId, () => make(platform, ref)).finally(() => making.delete(key))
  making.set(key, made)
  return made
}

async function make({ app, storage }: Platform, ref: Ref): Promise<Made> {
  const { workspaceId, fileId, edge } = ref
  if (!(await inWorkspace(app, workspaceId, (tx) => claimPicture(tx, ref)))) return 'elsewhere'
  const free = (isCounted: boolean) => inWorkspace(app, workspaceId, (tx) => markFree(tx, ref, isCounted))
  const source = edge === shownEdge ? fileKey(workspaceId, fileId) : pictureKey(workspaceId, fileId, shownEdge)
  const original = await storage.read(source).catch(async () => {
    await free(false)
    throw new Refusal('file-not-found')
  })
  const encoded = await encodePicture(original, edge).catch(async (cause) => {
    await free(true)
    throw new Refusal('took-too-long', { retryAfterSeconds: 60, cause })
  })
  if (!encoded) {
    await inWorkspace(app, workspaceId, (tx) => markNone(tx, ref))
    return null
  }
  return keep({ app, storage }, ref, encoded, free)
}

async function keep(
  { app, storage }: Pick<Platform, 'app' | 'storage'>,
  ref: Ref,
  encoded: Encoded,
  free: (isCounted: boolean) => Promise<unknown>,
): Promise<Made> {
  const key = pictureKey(ref.workspaceId, ref.fileId, ref.edge)
  try {
    await storage.put(key, encoded.bytes)
  } catch (error) {
    await free(false)
    throw error
  }
  if (await inWorkspace(app, ref.workspaceId, (tx) => markMade(tx, ref, encoded))) return encoded.mime
  // Its file was deleted meanwhile, and took the row along.
  await storage.remove(key)
  return null
}
