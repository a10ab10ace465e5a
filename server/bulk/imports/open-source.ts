import { createHash } from 'node:crypto'
import { fileKey } from '#server/files/storage-keys.ts'
import {
  ArchiveError,
  type ArchiveFault,
  archiveLimits,
  type LeftOut,
  openArchive,
} from '#server/platform/archives/open-archive.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import type { Source, SourceFile } from './import-kind.ts'

type Upload = { workspaceId: string; fileId: string; fileName: string }
type OpenSource = Source & { leftOut: readonly LeftOut[]; files(): Promise<SourceFile[]>; close(): void }

const signs = [Buffer.from('PK\x03\x04'), Buffer.from('PK\x05\x06')]

/** Opens an upload. A zip is recognised by its first bytes. Any other file is a source with one file. */
export async function openSource({ storage }: Platform, upload: Upload): Promise<OpenSource> {
  const key = fileKey(upload.workspaceId, upload.fileId)
  const { stream, bytes } = await storage.open(key, { start: 0, end: 3 })
  const first = Buffer.concat(await stream.toArray())
  if (signs.some((sign) => sign.equals(first))) return openArchive(storage, key)
  const path = upload.fileName
  const read = async () => {
    if (bytes > archiveLimits.bytesOfEntry) throw new ArchiveError('too-large', path)
    return storage.read(key)
  }
  return {
    paths: [path],
    leftOut: [],
    has: (asked) => asked === path,
    read,
    files: async () => [
      {
        path,
        bytes,
        hash: createHash('sha256')
          .update(await read())
          .digest('hex'),
      },
    ],
    close: () => {},
  }
}

const shown = 200
const MiB = 1024 * 1024

const faults: Record<ArchiveFault, string> = {
  unreadable: 'This archive cannot be read to its end. Pack it again as a zip.',
  'too-many-entries': `An archive holds at most ${archiveLimits.entries.toLocaleString('en')} files. Import it in parts.`,
  'too-large': `An archive holds at most ${archiveLimits.inflatedBytes / MiB} MB, a file in it at most ${archiveLimits.bytesOfEntry / MiB} MB, packed at most ${archiveLimits.ratio} times.`,
  'unsafe-path': 'An archive names its files by paths within it, without a drive and without `..`.',
  'archived-link': 'An archive that holds links to other files is not taken.',
  encrypted: 'This archive is encrypted. Pack it without a password.',
  overlap: 'Files of this archive share their bytes, which no archive of texts does.',
  'not-unicode': 'This file is written neither in UTF-8 nor in UTF-16. Save it as UTF-8, and import it again.',
  'named-twice': 'Two files of this archive have the same path.',
}

export const explainArchive = ({ fault, path }: { fault: ArchiveFault; path?: string | undefined }): string =>
  path ? `${faults[fault]} (${path.slice(0, shown).replace(/\p{Cc}/gu, '?')})` : faults[fault]
