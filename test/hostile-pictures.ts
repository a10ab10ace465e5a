import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), body])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** Converts a PNG to an animated PNG (APNG) with one frame. */
export function movingPng(png: Buffer): Buffer {
  const headEnd = 8 + 25
  const control = Buffer.alloc(26)
  png.copy(control, 4, 16, 24)
  control.writeUInt16BE(1, 20)
  control.writeUInt16BE(10, 22)
  const counts = Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])
  return Buffer.concat([png.subarray(0, headEnd), chunk('acTL', counts), chunk('fcTL', control), png.subarray(headEnd)])
}

/**
 * Returns a PNG whose header declares this size, but which has almost no pixel data. The PNG is gray, or RGBA if it is
 * interlaced.
 */
export function pngClaiming(width: number, height: number, isInterlaced = false): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, isInterlaced ? 6 : 0, 0, 0, isInterlaced ? 1 : 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(64))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

/** Returns a GIF with `frames` frames of one pixel, in the corner of a square. */
export function gifOf(frames: number, edge = 1): Buffer {
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex')
  head.writeUInt16LE(edge, 6)
  head.writeUInt16LE(edge, 8)
  const frame = Buffer.from('21f90400010000002c0000000001000100000202440100', 'hex')
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from('3b', 'hex')])
}

/** Returns a small AVIF whose header (ispe, ISO/IEC 23008-12 section 6.5.3) declares another size. */
export async function avifClaiming(edge: number): Promise<Buffer> {
  const small = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
    .avif()
    .toBuffer()
  const at = small.indexOf('ispe') + 8
  small.writeUInt32BE(edge, at)
  small.writeUInt32BE(edge, at + 4)
  return small
}

/** Returns an SVG with nested groups. Each group shows the previous group ten times. */
export function nested(depth: number): string {
  const ten = (id: number) => Array.from({ length: 10 }, () => `<use href="#g${id}"/>`).join('')
  const groups = Array.from({ length: depth }, (_, at) => `<g id="g${at + 1}">${ten(at)}</g>`)
  const defs = `<defs><rect id="g0" width="1000" height="1000"/>${groups.join('')}</defs>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000">${defs}<use href="#g${depth}"/></svg>`
}
