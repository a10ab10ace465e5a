import { createChildPool } from '#server/platform/process/children/child-pool.ts'

/** How long decoding and encoding one picture may take. */
export const pictureSeconds = 10
/** How long a moving picture may take, of which each frame is a picture. */
export const movingSeconds = 30

const pool = createChildPool({ children: 2, timeLimitMs: pictureSeconds * 1000, memoryMb: 512 })

/**
 * Runs a function of a file in a folder `apart` on the bytes of a picture, in another process. A crash or an exceeded
 * limit is a `TaskFailed`; other errors are trouble of this server.
 */
export const runApart = pool.run

/** For shutdown, after everything that shows pictures. */
export const closePictureProcesses = (): Promise<void> => pool.close()
