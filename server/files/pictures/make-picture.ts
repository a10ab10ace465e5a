import { setTimeout as wait } from 'node:timers/promises'
import { drawingMime, pictureMimes } from '#server/files/mime-types.ts'
import { fileKey, type PictureEdge, pictureKey, shownEdge } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { readMeasures, runApart } from '#server/platform/pictures/picture-work.ts'
import { takeTurns } from '#server/platform/process/take-turns.ts'
import { TaskFailed } from '#server/platform/process/task-failed.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { EncodedPicture, NotEncoded } from './apart/encode-picture.ts'
import {
  claimPicture,
  findPicture,
  type Measures,
  markFree,
  markMade,
  markNone,
  type PictureRef,
  writeMeasures,
} from './queries.ts'

type Ref = PictureRef & { workspaceId: string }

const waitMs = 15_000
const lookAgainMs = 250

/**
 * Encodes a picture when it is first read, and returns its type. Null if the file is no readable picture. Smaller sizes
 * are made from the largest size.
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

type PictureMime = EncodedPicture['mime'] | null | 'elsewhere'

const inTurn = takeTurns({ atOnce: 2, mostWaiting: 40 })
const making = new Map<string, Promise<PictureMime>>()

/** Simultaneous requests for the same picture in this process share the work. */
function makeOnce(platform: Platform, ref: Ref): Promise<PictureMime> {
  const key = pictureKey(ref.workspaceId, ref.fileId, ref.edge)
  const begun = making.get(key)
  if (begun) return begun
  const made = inTurn(ref.workspaceId, () => make(platform, ref)).finally(() => making.delete(key))
  making.set(key, made)
  return made
}

async function make({ app, storage }: Platform, ref: Ref): Promise<PictureMime> {
  const { workspaceId, fileId, edge } = ref
  const claimed = await inWorkspace(app, workspaceId, (tx) => claimPicture(tx, ref))
  if (!claimed) return 'elsewhere'
  const free = (isCounted: boolean) => inWorkspace(app, workspaceId, (tx) => markFree(tx, ref, isCounted))
  const source = edge === shownEdge ? fileKey(workspaceId, fileId) : pictureKey(workspaceId, fileId, shownEdge)
  const original = await storage.read(source).catch(async () => {
    await free(false)
    throw new Refusal('file-not-found')
  })
  const isDrawing = edge === shownEdge && claimed.mime === drawingMime
  const encoded = await encode(original, { edge, isDrawing }).catch(async (cause) => {
    await free(cause instanceof TaskFailed)
    throw new Refusal('took-too-long', { retryAfterSeconds: 60, cause })
  })
  if (!('bytes' in encoded)) {
    await inWorkspace(app, workspaceId, (tx) => markNone(tx, ref, encoded.passed))
    return null
  }
  return keep({ app, storage }, ref, encoded, free)
}

const script = new URL('./apart/encode-picture.ts', import.meta.url)

type PictureInput = { edge: PictureEdge; isDrawing: boolean }

/** Encodes in a separate process with limited memory, because the header of a picture can claim a wrong size. */
async function encode(original: Buffer, input: PictureInput): Promise<EncodedPicture | NotEncoded> {
  const work = { script, name: 'encodePicture', bytes: original, input }
  const encoded = await runApart<EncodedPicture | NotEncoded>(work).catch((error: unknown): NotEncoded => {
    // A timeout does not prove that the picture is bad. The error is thrown, so that the picture is tried again later.
    if (error instanceof TaskFailed && !error.isTimeout) return { passed: error.tookTooMuchMemory ? 'memory' : null }
    throw error
  })
  // The type is checked, because an attacker who controls the encoder must not choose the type that browsers see.
  if ('bytes' in encoded && !pictureMimes.has(encoded.mime)) throw new Error('Not a kind of picture that we make')
  return encoded
}

async function keep(
  { app, storage }: Pick<Platform, 'app' | 'storage'>,
  ref: Ref,
  encoded: EncodedPicture,
  free: (isCounted: boolean) => Promise<unknown>,
): Promise<PictureMime> {
  const key = pictureKey(ref.workspaceId, ref.fileId, ref.edge)
  try {
    await storage.put(key, encoded.bytes)
  } catch (error) {
    await free(false)
    throw error
  }
  if (await inWorkspace(app, ref.workspaceId, (tx) => markMade(tx, ref, encoded))) return encoded.mime
  await storage.remove(key)
  return null
}

export async function measurePicture(
  platform: Platform,
  workspaceId: string,
  fileId: string,
): Promise<Measures | null> {
  const ref = { fileId, edge: shownEdge } as const
  if (!(await makePicture(platform, { ...ref, workspaceId }))) return null
  const known = await inWorkspace(platform.app, workspaceId, (tx) => findPicture(tx, ref))
  if (known?.width && known.height) return { width: known.width, height: known.height }
  const made = await platform.storage.read(pictureKey(workspaceId, fileId, shownEdge))
  const measures = await readMeasures(made)
  await inWorkspace(platform.app, workspaceId, (tx) => writeMeasures(tx, ref, measures))
  return measures
}
