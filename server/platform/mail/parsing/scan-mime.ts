import { isUtf8 } from 'node:buffer'
import { decodeText } from './decode-text.ts'
import type { ParseRefusal } from './parsed-mail.ts'

const MAX_PARTS = 100
const MAX_DEPTH = 20
const MAX_HEADERS = 500
const MAX_HEADER_BYTES = 64 * 1024
const MAX_HEADER_BYTES_OF_MAIL = 512 * 1024

type HeaderBlock = { start: number; end: number }
type Scan = { refused: ParseRefusal } | { refused: null; blocks: HeaderBlock[] }

const LINE_FEED = 0x0a
const ESCAPE = 0x1b

/**
 * Walks the skeleton of a mail once, from start to end, before anything builds a tree of it: header blocks and
 * boundary lines only. Bodies are skipped by a native search, so 35 MiB of them cost next to nothing.
 */
export function scanMime(raw: Buffer): Scan {
  const blocks: HeaderBlock[] = []
  const boundaries: string[] = []
  let parts = 0
  let headerBytes = 0
  let position: number | null = 0

  while (position !== null) {
    const block = readHeaderBlock(raw, position, boundaries)
    headerBytes += block.end - block.start
    if (block.isTooLarge || headerBytes > MAX_HEADER_BYTES_OF_MAIL) return { refused: 'headers-too-large' }
    blocks.push(block)

    const boundary = findBoundary(raw.toString('latin1', block.start, block.end))
    if (boundary) boundaries.push(boundary)
    if (boundaries.length > MAX_DEPTH) return { refused: 'too-deep' }

    position = skipToNextPart(raw, block.end, boundaries)
    if (position !== null && ++parts > MAX_PARTS) return { refused: 'too-many-parts' }
  }
  return { refused: null, blocks }
}

/** Old programs write headers in their own charset, without saying so. The parser reads UTF-8 only. */
export function rewriteHeadersAsUtf8(raw: Buffer, blocks: HeaderBlock[]): Buffer {
  const pieces: Buffer[] = []
  const declared = findCharset(raw, blocks)
  let position = 0
  for (const { start, end } of blocks) {
    const bytes = raw.subarray(start, end)
    if (isUtf8(bytes) && !bytes.includes(ESCAPE)) continue
    pieces.push(raw.subarray(position, start), Buffer.from(decodeText(bytes, declared)))
    position = end
  }
  return pieces.length ? Buffer.concat([...pieces, raw.subarray(position)]) : raw
}

function readHeaderBlock(raw: Buffer, start: number, boundaries: string[]): HeaderBlock & { isTooLarge: boolean } {
  let position = start
  let headers = 0
  while (position < raw.length) {
    const feed = raw.indexOf(LINE_FEED, position)
    const next = feed === -1 ? raw.length : feed + 1
    if (isBlank(raw, position, next) || matchBoundary(raw, position, next, boundaries)) break
    if (raw[position] !== 0x20 && raw[position] !== 0x09) headers++
    position = next
    if (headers > MAX_HEADERS || position - start > MAX_HEADER_BYTES) return { start, end: position, isTooLarge: true }
  }
  return { start, end: position, isTooLarge: false }
}

function isBlank(raw: Buffer, start: number, next: number): boolean {
  for (let at = start; at < next; at++) if (raw[at] !== 0x0d && raw[at] !== LINE_FEED) return false
  return true
}

/** Closes what ends on the way and answers where the headers of the next part begin. */
function skipToNextPart(raw: Buffer, from: number, boundaries: string[]): number | null {
  let position = from
  while (boundaries.length > 0 && position < raw.length) {
    const feed = raw.indexOf(LINE_FEED, position)
    const next = feed === -1 ? raw.length : feed + 1
    const match = matchBoundary(raw, position, next, boundaries)
    if (match) boundaries.length = match.closes ? match.index : match.index + 1
    if (match && !match.closes) return next
    const marker = raw.indexOf('\n--', next - 1)
    if (marker === -1) return null
    position = marker + 1
  }
  return null
}

function matchBoundary(raw: Buffer, start: number, next: number, boundaries: string[]) {
  if (raw[start] !== 0x2d || raw[start + 1] !== 0x2d || !boundaries.length) return null
  // A boundary has at most 70 characters; a longer line is no boundary, or a hostile one.
  const line = raw.toString('latin1', start + 2, Math.min(next, start + 300)).trimEnd()
  for (let index = boundaries.length - 1; index >= 0; index--) {
    if (line === boundaries[index]) return { index, closes: false }
    if (line === `${boundaries[index]}--`) return { index, closes: true }
  }
  return null
}

function findBoundary(headers: string): string | null {
  const contentType = findContentType(headers)
  if (!contentType || !/^\s*multipart\//i.test(contentType)) return null
  const match = /;\s*boundary\*?0?\*?\s*=\s*(?:"([^"]{1,250})"|([^\s;"]{1,250}))/i.exec(contentType)
  return (match?.[1] ?? match?.[2])?.trimEnd() || null
}

function findContentType(headers: string): string | null {
  const match = /(?:^|\n)content-type[ \t]*:((?:[^\n]|\n[ \t])*)/i.exec(headers)
  return match ? match[1]!.replace(/\r?\n/g, '') : null
}

function findCharset(raw: Buffer, blocks: HeaderBlock[]): string | null {
  for (const { start, end } of blocks) {
    const charset = /;\s*charset\s*=\s*"?([\w.:-]{2,40})/i.exec(
      findContentType(raw.toString('latin1', start, end)) ?? '',
    )?.[1]
    if (charset && !/^(?:us-)?ascii$/i.test(charset)) return charset
  }
  return null
}
