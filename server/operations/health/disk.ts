import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '#server/platform/error-code.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

export type Disk = { folder: 'data' | 'files'; freeBytes: number; sizeBytes: number }

export const measureDisks = ({ dataDir, filesDir }: Pick<Settings, 'dataDir' | 'filesDir'>): Promise<Disk[]> =>
  Promise.all([measure('data', dataDir), measure('files', filesDir)])

async function measure(folder: Disk['folder'], path: string): Promise<Disk> {
  try {
    const { bavail, blocks, bsize } = await statfs(path)
    return { folder, freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error
    return measure(folder, dirname(path))
  }
}
