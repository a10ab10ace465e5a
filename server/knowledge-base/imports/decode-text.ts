type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

const wide: Record<string, Encoding> = { fffe: 'utf-16le', feff: 'utf-16be' }

const markedEncoding = (bytes: Buffer): Encoding => wide[bytes.toString('hex', 0, 2)] ?? 'utf-8'

/** Decodes UTF-8, or UTF-16 with a byte order mark. Null for other encodings. */
export const decodeText = (bytes: Buffer): string | null => decodeAs(markedEncoding(bytes), bytes)

/** Decodes JSON. Zero bytes reveal UTF-16 without a byte order mark (RFC 4627, section 3). */
export const decodeJson = (bytes: Buffer): string | null => decodeAs(encodingOfJson(bytes), bytes)

function encodingOfJson(bytes: Buffer): Encoding {
  const [first, second] = bytes
  if (first === 0 && second) return 'utf-16be'
  // UTF-32 has more zero bytes. It is not supported, so only the first two bytes are checked.
  if (first && second === 0) return 'utf-16le'
  return markedEncoding(bytes)
}

function decodeAs(encoding: Encoding, bytes: Buffer): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** U+FFFD in each encoding, to recognise files that contain it on purpose. */
const writtenReplacement: Record<Encoding, Buffer> = {
  'utf-8': Buffer.from('efbfbd', 'hex'),
  'utf-16le': Buffer.from('fdff', 'hex'),
  'utf-16be': Buffer.from('fffd', 'hex'),
}

/** Finds the first invalid byte of JSON. `line` and `byte` count from 1. */
export function placeOfFault(bytes: Buffer): { line: number; byte: number } {
  const encoding = encodingOfJson(bytes)
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)
  const sizeOf = (part: string) => (encoding === 'utf-8' ? Buffer.byteLength(part) : part.length * 2)
  const written = writtenReplacement[encoding]
  let byte = 0
  let from = 0
  for (const { index } of text.matchAll(/[\0\ufffd]/g)) {
    byte += sizeOf(text.slice(from, index))
    from = index
    const isMeant = bytes.subarray(byte, byte + written.length).equals(written)
    if (!isMeant) return { line: text.slice(0, index).split('\n').length, byte: byte + 1 }
  }
  return { line: 1, byte: 1 }
}
