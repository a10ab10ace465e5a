import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Settings } from '#server/platform/settings/settings.ts'

export type Disk = { folder: 'data' | 'files'; freeBytes: number; sizeBytes: number }

/** What is free where the data lies, and where uploaded files do. */
export const measureDisks = ({ dataDir, filesDir }: Pick<Settings, 'dataDir' | 'filesDir'>): Promise<Disk[]> =>
  Promise.all([measure('data', dataDir), measure('files', filesDir)])

/** A folder that is not there yet will be made in the one above it. */
async function measure(folder: Disk['folder'], path: string): Promise<Disk> {
  try {
    const { bavail, blocks, bsize } = await statfs(path)
    return { folder, freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
    return measure(folder, dirname(path))
  }
}
