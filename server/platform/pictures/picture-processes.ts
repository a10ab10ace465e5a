import { createChildPool } from '#server/platform/process/children/child-pool.ts'

/** How long one picture may take whoever decodes and encodes it. */
export const pictureSeconds = 10
/** How long one may take that moves, of which each frame is a picture. */
export const movingSeconds = 30

const pool = createChildPool({ children: 2, timeLimitMs: pictureSeconds * 1000, memoryMb: 512 })

/**
 * Does a function of a file from a folder `apart` with the bytes of a picture, in a process of its own. What brings that down or
 * is more than it can take is a `TaskFailed`, all else trouble of this server.
 */
export const runApart = pool.run

/** For shutdown, after all that shows pictures. */
export const closePictureProcesses = (): Promise<void> => pool.close()
