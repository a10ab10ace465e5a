import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type AddFile = (path: string, bytes: Readable) => Promise<void>

export function writeArchive(write: (add: AddFile) => Promise<void>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  const add: AddFile = async (path, bytes) => {
    // `gone` rejects if the reader disconnects. Without it, this function would wait forever for `ended`.
    const ended = finished(bytes, { writable: false })
    zip.addReadStream(bytes, path, { mtime: new Date(), compress: true })
    await Promise.race([ended, gone])
  }
  const { promise: gone, reject } = Promise.withResolvers<never>()
  gone.catch(() => {})
  output.once('close', () => reject(new Error('Nobody reads this archive any more')))
  write(add).then(() => zip.end(), fail)
  return output
}
