import type { MimePart } from './scan-mime.ts'

export function decodeBody({ body, encoding }: MimePart): Buffer {
  if (encoding.includes('base64')) return decodeBase64(body)
  if (encoding.includes('quoted-printable')) return decodeQuotedPrintable(body)
  return Buffer.from(body)
}

// Some programs end every line with padding (`=`), so text after padding is decoded too.
function decodeBase64(body: Buffer): Buffer {
  const text = body.toString('latin1')
  const pad = text.indexOf('=')
  const isPaddedOnce =
    pad === -1 || /^[=\s]*$/.test(text.slice(pad, pad + 100)) || !/[A-Za-z0-9+/]/.test(text.slice(pad))
  if (isPaddedOnce) return Buffer.from(text, 'base64')
  return Buffer.concat(text.split(/=+/).map((unit) => Buffer.from(unit, 'base64')))
}

function decodeQuotedPrintable(body: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(body.length)
  let length = 0
  for (let position = 0; position < body.length; position++) {
    const byte = body[position]!
    const skipped = byte === 0x3d ? skipSoftBreak(body, position) : 0
    const escaped = byte === 0x3d && !skipped ? readHex(body, position) : -1
    if (!skipped) decoded[length++] = escaped >= 0 ? escaped : byte
    position += skipped || (escaped >= 0 ? 2 : 0)
  }
  return decoded.subarray(0, length)
}

function skipSoftBreak(body: Buffer, position: number): number {
  let end = position + 1
  while (end < position + 20 && (body[end] === 0x20 || body[end] === 0x09)) end++
  if (body[end] === 0x0d && body[end + 1] === 0x0a) return end + 1 - position
  if (body[end] === 0x0a) return end - position
  return end >= body.length ? end - position : 0
}

function readHex(body: Buffer, position: number): number {
  const high = hexDigit(body[position + 1])
  const low = hexDigit(body[position + 2])
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
