import { createHash } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, RandomAccessReader, type ZipFile } from 'yauzl'
import type { Storage } from '#server/platform/storage.ts'

/** Limits for uploaded archives. They apply to the unpacked bytes, because the sizes in headers can be false. */
export const archiveLimits = {
  entries: 10_000,
  inflatedBytes: 1024 * 1024 * 1024,
  bytesOfEntry: 64 * 1024 * 1024,
  /** Maximum unpacked bytes per packed byte after the first `freeBytes`, because short texts compress well. */
  ratio: 100,
  freeBytes: 1024 * 1024,
  pathBytes: 1024,
} as const

type EntryFault = 'unsafe-path' | 'archived-link' | 'encrypted' | 'named-twice'
export type ArchiveFault = EntryFault | 'unreadable' | 'too-many-entries' | 'too-large' | 'overlap' | 'not-unicode'

export class ArchiveError extends Error {
  readonly fault: ArchiveFault
  readonly path: string | undefined
  constructor(fault: ArchiveFault, path?: string) {
    super(fault)
    this.fault = fault
    this.path = path
  }
}

type ArchivedFile = { path: string; bytes: number; hash: string }
export type LeftOut = { path: string; fault: EntryFault }
export type Archive = {
  paths: readonly string[]
  leftOut: readonly LeftOut[]
  has(path: string): boolean
  read(path: string, most: number): Promise<Buffer>
  files(): Promise<ArchivedFile[]>
  close(): void
}

export async function openArchive(storage: Storage, key: string): Promise<Archive> {
  const { stream, bytes } = await storage.open(key)
  stream.destroy()
  const zip = await fromRandomAccessReaderPromise(new StoredReader(storage, key), bytes, {
    // The library must not decode names, because it would refuse the whole archive if one name is invalid.
    // `listEntries` decodes names and skips only the invalid entries.
    lazyEntries: true,
    autoClose: false,
    decodeStrings: false,
    validateEntrySizes: true,
  }).catch(unreadable)
  const { entries, leftOut } = await listEntries(zip, bytes)
  return {
    paths: [...entries.keys()],
    leftOut,
    has: (path) => entries.has(path),
    files: () => measure(zip, entries),
    async read(path, most) {
      const entry = entries.get(path)
      if (!entry) throw new ArchiveError('unreadable', path)
      const pieces: Buffer[] = []
      await inflate(zip, entry, most, (piece) => void pieces.push(piece))
      return Buffer.concat(pieces)
    },
    close: () => zip.close(),
  }
}

class StoredReader extends RandomAccessReader {
  readonly #storage: Storage
  readonly #key: string
  constructor(storage: Storage, key: string) {
    super()
    this.#storage = storage
    this.#key = key
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const through = new PassThrough()
    // `end` is exclusive in this method, but inclusive in `storage.open`.
    this.#storage
      .open(this.#key, { start, end: end - 1 })
      .then(({ stream }) => pipeline(stream, through))
      .catch((error: Error) => through.destroy(error))
    return through
  }
}

type Listed = { entries: Map<string, Entry>; leftOut: LeftOut[] }

// Lists the files by path, and the skipped entries. Refuses the whole archive if it has too many entries, or entries
// that overlap.
async function listEntries(zip: ZipFile, bytes: number): Promise<Listed> {
  if (zip.entryCount > archiveLimits.entries) throw new ArchiveError('too-many-entries')
  const entries = new Map<string, Entry>()
  const leftOut: LeftOut[] = []
  const places: { start: number; end: number }[] = []
  for await (const entry of entriesOf(zip)) {
    if (places.length >= archiveLimits.entries) throw new ArchiveError('too-many-entries')
    places.push(placeOf(entry))
    const path = pathOf(entry)
    const fault = faultOf(entry, path) ?? (entries.has(path) ? 'named-twice' : null)
    if (fault) leftOut.push({ path, fault })
    else if (!path.endsWith('/')) entries.set(path, entry)
  }
  refuseOverlap(places, bytes)
  return { entries, leftOut }
}

// Reads the path of an entry. Some Windows programs write backslashes instead of slashes, against the specification
// (PKWARE APPNOTE, section 4.4.17).
const pathOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry) =>
  getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true).replaceAll('\\', '/').normalize('NFC')

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await nextEntry(zip)
    if (!entry) return
    yield entry
  }
}

function nextEntry(zip: ZipFile): Promise<Entry | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Entry | null>()
  const settle = (end: () => void) => {
    zip.removeAllListeners()
    end()
  }
  zip.once('entry', (entry: Entry) => settle(() => resolve(entry)))
  zip.once('end', () => settle(() => resolve(null)))
  zip.once('error', (error: Error) => settle(() => reject(explain(error))))
  zip.readEntry()
  return promise
}

const fileTypes = 0o170000
const regular = 0o100000
const folder = 0o040000
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const control = /[\u0000-\u001f\u007f]/

function faultOf(entry: Entry, path: string): EntryFault | null {
  // The upper 16 bits are the Unix mode of the file, or 0 if there is none (PKWARE APPNOTE, section 4.4.15).
  const type = (entry.externalFileAttributes >>> 16) & fileTypes
  if (type !== 0 && type !== regular && type !== folder) return 'archived-link'
  if (entry.isEncrypted()) return 'encrypted'
  const isOutside = path.startsWith('/') || /^[a-z]:/i.test(path) || path.split('/').some((part) => part === '..')
  return isOutside || control.test(path) || Buffer.byteLength(path) > archiveLimits.pathBytes ? 'unsafe-path' : null
}

const shortestHeader = 30

const placeOf = ({ relativeOffsetOfLocalHeader: start, compressedSize, fileNameLength }: Entry) => ({
  start,
  end: start + shortestHeader + fileNameLength + compressedSize,
})

// Refuses archives with entries that share bytes. With such entries, some kilobytes can inflate to petabytes (zip
// bomb).
function refuseOverlap(places: { start: number; end: number }[], bytes: number) {
  let before = 0
  for (const { start, end } of places.toSorted((one, other) => one.start - other.start)) {
    if (start < before || end > bytes) throw new ArchiveError('overlap')
    before = end
  }
}

async function measure(zip: ZipFile, entries: Map<string, Entry>): Promise<ArchivedFile[]> {
  const files: ArchivedFile[] = []
  let total = 0
  for (const [path, entry] of entries) {
    const hash = createHash('sha256')
    const most = Math.min(archiveLimits.bytesOfEntry, archiveLimits.inflatedBytes - total)
    const bytes = await inflate(zip, entry, most, (piece) => void hash.update(piece))
    total += bytes
    files.push({ path, bytes, hash: hash.digest('hex') })
  }
  return files
}

async function inflate(zip: ZipFile, entry: Entry, most: number, take: (piece: Buffer) => void): Promise<number> {
  let bytes = 0
  const mostByRatio = Math.max(archiveLimits.freeBytes, entry.compressedSize * archiveLimits.ratio)
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      bytes += piece.length
      if (bytes > most || bytes > mostByRatio) throw new ArchiveError('too-large', pathOf(entry))
      take(piece)
    }
  } catch (error) {
    throw error instanceof ArchiveError ? error : explain(error, pathOf(entry))
  }
  return bytes
}

function unreadable(error: Error): never {
  throw explain(error)
}

function explain(error: unknown, path?: string): unknown {
  if (!(error instanceof Error)) return error
  if (/too many bytes in the stream/.test(error.message)) return new ArchiveError('too-large', path)
  if ('syscall' in error) return error
  return new ArchiveError('unreadable', path)
}
