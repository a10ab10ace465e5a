// Animations are not encoded again: that would take minutes and make them larger or worse.

/** Removes metadata, and bytes after the end, from a GIF or WebP. Keeps frames and timing. */
export const cleanMoving = (bytes: Buffer, format: 'gif' | 'webp'): Buffer =>
  format === 'gif' ? cleanGif(bytes) : cleanWebp(bytes)

const imageBlock = 0x2c
const extensionBlock = 0x21
const endBlock = 0x3b
const controlLabel = 0xf9
const applicationLabel = 0xff
const controlBytes = 8
const loopNames = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

function cleanGif(gif: Buffer): Buffer {
  const headEnd = 13 + tableBytes(gif.readUInt8(10))
  const kept = [gif.subarray(0, headEnd)]
  let at = headEnd
  while (at < gif.length && gif[at] !== endBlock) {
    const end = endOfBlock(gif, at)
    if (isDrawn(gif, at)) kept.push(gif.subarray(at, end))
    at = end
  }
  return Buffer.concat([...kept, Buffer.from([endBlock])])
}

const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function endOfBlock(gif: Buffer, at: number): number {
  const kind = gif.readUInt8(at)
  if (kind === extensionBlock) return endOfPieces(gif, at + 2)
  if (kind === imageBlock) return endOfPieces(gif, at + 11 + tableBytes(gif.readUInt8(at + 9)))
  throw new Error('Not a block of a GIF')
}

// Returns the position after the sub-blocks. Each has a length byte and up to 255 bytes, and an empty one is the last.
function endOfPieces(gif: Buffer, from: number): number {
  let at = from
  for (let length = gif.readUInt8(at); length > 0; length = gif.readUInt8(at)) at += 1 + length
  return at + 1
}

function isDrawn(gif: Buffer, at: number): boolean {
  if (gif[at] === imageBlock) return true
  const label = gif[at + 1]
  if (label === controlLabel) return endOfBlock(gif, at) === at + controlBytes
  return label === applicationLabel && loopNames.has(gif.toString('latin1', at + 3, at + 14))
}

const webpChunks = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF'])
/** The flags for XMP and Exif in the first byte of `VP8X`. */
const metadataFlags = 0x0c

function cleanWebp(webp: Buffer): Buffer {
  const kept: Buffer[] = []
  const fileEnd = Math.min(webp.length, 8 + webp.readUInt32LE(4))
  for (let at = 12; at + 8 <= fileEnd; ) {
    const name = webp.toString('latin1', at, at + 4)
    const length = webp.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (end > fileEnd) throw new Error('A chunk ends behind its file')
    if (webpChunks.has(name))
      kept.push(name === 'VP8X' ? withoutMetadataFlags(webp.subarray(at, end)) : webp.subarray(at, end))
    at = end
  }
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  const body = Buffer.concat(kept)
  head.writeUInt32LE(4 + body.length, 4)
  return Buffer.concat([head, body])
}

function withoutMetadataFlags(chunk: Buffer): Buffer {
  const clean = Buffer.from(chunk)
  clean.writeUInt8(clean.readUInt8(8) & ~metadataFlags, 8)
  return clean
}
