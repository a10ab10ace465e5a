import type { ParseRefusal } from '#server/platform/mail-parsing/parsed-mail.ts'
import { type PartHeaders, readPartHeaders } from './part-headers.ts'

export const MAX_PARTS = 100
const MAX_DEPTH = 20
const MAX_HEADERS = 500
const MAX_HEADER_BYTES = 64 * 1024
const MAX_HEADER_BYTES_OF_MAIL = 512 * 1024

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const LONGEST_BOUNDARY = 300

/** One part of a mail. Its body still has the transfer encoding and charset of the mail. */
export type MimePart = PartHeaders & { headerBytes: Buffer; body: Buffer; children: MimePart[] }

type Open = { boundary: string; part: MimePart }
type Scan = { refused: ParseRefusal } | { refused: null; root: MimePart; parts: MimePart[] }

/**
 * Splits a mail into its parts. Reads only header blocks and boundary lines, and refuses a mail that exceeds a limit.
 */
export async function scanMime(raw: Buffer): Promise<Scan> {
  const open: Open[] = []
  const parts: MimePart[] = []
  let headerBytes = 0
  let position: number | null = 0

  while (position !== null) {
    if (parts.length > MAX_PARTS) return { refused: 'too-many-parts' }
    const block = findHeaderBlock(raw, position, open)
    headerBytes += block.end - position
    if (block.isTooLarge || headerBytes > MAX_HEADER_BYTES_OF_MAIL) return { refused: 'headers-too-large' }

    const part = await readPart(raw.subarray(position, block.end), open.at(-1)?.part)
    parts.push(part)
    if (part.boundary) open.push({ boundary: part.boundary, part })
    if (open.length > MAX_DEPTH) return { refused: 'too-deep' }

    const body = findBodyEnd(raw, block.bodyStart, open)
    part.body = raw.subarray(block.bodyStart, body.end)
    position = body.nextPart
  }
  return { refused: null, root: parts[0]!, parts }
}

async function readPart(headerBytes: Buffer, parent: MimePart | undefined): Promise<MimePart> {
  const headers = await readPartHeaders(headerBytes, parent?.multipart === 'digest')
  const part = { ...headers, headerBytes, body: headerBytes.subarray(0, 0), children: [] }
  parent?.children.push(part)
  return part
}

function findHeaderBlock(raw: Buffer, start: number, open: Open[]) {
  let position = start
  let headers = 0
  while (position < raw.length) {
    const next = findNextLine(raw, position)
    if (isBlank(raw, position, next)) return { end: position, bodyStart: next, isTooLarge: false }
    if (matchBoundary(raw, position, next, open)) break
    if (raw[position] !== 0x20 && raw[position] !== 0x09) headers++
    position = next
    if (headers > MAX_HEADERS || position - start > MAX_HEADER_BYTES)
      return { end: position, bodyStart: position, isTooLarge: true }
  }
  return { end: position, bodyStart: position, isTooLarge: false }
}

function findBodyEnd(raw: Buffer, bodyStart: number, open: Open[]): { end: number; nextPart: number | null } {
  let end: number | null = null
  let position = bodyStart
  while (open.length > 0 && position < raw.length) {
    const next = findNextLine(raw, position)
    const match = matchBoundary(raw, position, next, open)
    if (match) {
      end ??= dropLineEnd(raw, bodyStart, position)
      open.length = match.closes ? match.index : match.index + 1
      if (!match.closes) return { end, nextPart: next }
    }
    const marker = raw.indexOf('\n--', next - 1)
    if (marker === -1) break
    position = marker + 1
  }
  return { end: end ?? raw.length, nextPart: null }
}

function matchBoundary(raw: Buffer, start: number, next: number, open: Open[]) {
  if (!open.length || raw[start] !== 0x2d || raw[start + 1] !== 0x2d) return null
  const line = raw.toString('latin1', start + 2, Math.min(next, start + LONGEST_BOUNDARY)).trimEnd()
  for (let index = open.length - 1; index >= 0; index--) {
    if (line === open[index]!.boundary) return { index, closes: false }
    if (line === `${open[index]!.boundary}--`) return { index, closes: true }
  }
  return null
}

/** Returns the end of a body, without the line break before the boundary. That line break belongs to the boundary. */
function dropLineEnd(raw: Buffer, bodyStart: number, boundaryStart: number): number {
  let end = boundaryStart
  if (end > bodyStart && raw[end - 1] === LINE_FEED) end--
  if (end > bodyStart && raw[end - 1] === CARRIAGE_RETURN) end--
  return end
}

function findNextLine(raw: Buffer, position: number): number {
  const feed = raw.indexOf(LINE_FEED, position)
  return feed === -1 ? raw.length : feed + 1
}

function isBlank(raw: Buffer, start: number, next: number): boolean {
  for (let at = start; at < next; at++) if (raw[at] !== CARRIAGE_RETURN && raw[at] !== LINE_FEED) return false
  return true
}
