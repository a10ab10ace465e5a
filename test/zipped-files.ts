import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import type { Zipped } from './zip.ts'

/** Returns the files of an archive by path, so that a test can change some files and pack all files again. */
export async function filesOfZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const archive = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
  const files = new Map<string, Buffer>()
  for await (const entry of archive.eachEntry())
    files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)))
  return files
}

export const zippedOf = (files: Map<string, Buffer | string>): Zipped[] =>
  [...files].map(([path, bytes]) => ({ path, bytes }))
