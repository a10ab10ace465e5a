import { crc32, deflateRawSync } from 'node:zlib'

export type Zipped = {
  path: string
  bytes: Buffer | string
  /** These properties write unusual or false metadata, for archives that must be refused. */
  mode?: number
  flags?: number
  saidBytes?: number
  at?: number
}

/** Creates a zip archive, either a normal archive or a faulty archive. */
export function zip(files: Zipped[]): Buffer {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const { entry, body } = pack(file)
    directory.push(centralOf(file, entry, file.at ?? offset))
    pieces.push(body)
    offset += body.length
  }
  const central = Buffer.concat(directory)
  return Buffer.concat([...pieces, central, endOf(files.length, central.length, offset)])
}

type Entry = { name: Buffer; method: number; crc: number; packed: number; bytes: number; flags: number }

function pack({ path, bytes: given, saidBytes, flags = 0x800 }: Zipped): { entry: Entry; body: Buffer } {
  const content = Buffer.from(given)
  const packed = deflateRawSync(content)
  const name = Buffer.from(path)
  const bytes = saidBytes ?? content.length
  const entry = { name, method: 8, crc: crc32(content), packed: packed.length, bytes, flags }
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  writeFacts(head, 4, entry)
  return { entry, body: Buffer.concat([head, name, packed]) }
}

function writeFacts(into: Buffer, at: number, { name, method, crc, packed, bytes, flags }: Entry) {
  into.writeUInt16LE(20, at)
  into.writeUInt16LE(flags, at + 2)
  into.writeUInt16LE(method, at + 4)
  into.writeUInt32LE(crc, at + 10)
  into.writeUInt32LE(packed, at + 14)
  into.writeUInt32LE(bytes, at + 18)
  into.writeUInt16LE(name.length, at + 22)
}

function centralOf({ mode = 0o100644 }: Zipped, entry: Entry, offset: number): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(0x031e, 4)
  writeFacts(head, 6, entry)
  head.writeUInt32LE((mode << 16) >>> 0, 38)
  head.writeUInt32LE(offset, 42)
  return Buffer.concat([head, entry.name])
}

function endOf(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
