import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline as flow, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { productVersion } from '#server/platform/database/migrations.ts'
import { errorCode } from '#server/platform/error-code.ts'
import {
  End,
  FileHeading,
  FileSum,
  hasSums,
  LaterOpening,
  Opening,
  TableHeading,
  type Totals,
} from './archive-format.ts'
import { standardStream } from './write-archive.ts'

export type Part =
  | { is: 'opening'; opening: Opening }
  | { is: 'table'; heading: TableHeading }
  | { is: 'row'; json: string }
  | { is: 'file'; key: string }
  | { is: 'bytes'; bytes: Buffer }
  | { is: 'sum'; sha256: string }
  | { is: 'end'; totals: Totals; sha256: string | undefined }

export class UnreadableArchive extends CannotStart {}

const mostOfLine = 64 * 1024 * 1024

/** Reads an archive and checks its SHA-256 sums. Refuses an archive with more than `mostBytes` unpacked bytes. */
export async function* readArchive(file: string, mostBytes: number): AsyncGenerator<Part> {
  const name = nameOf(file)
  let check: ReturnType<typeof checkParts> | undefined
  try {
    for await (const line of splitLines(bounded(file, mostBytes))) {
      const part = readPart(line, check === undefined)
      if (part.is === 'opening') check = checkParts(name, part.opening)
      check!.take(part, line)
      if (part.is !== 'sum') yield part
    }
  } catch (error) {
    throw explainReading(name, error, check !== undefined)
  }
  if (!check?.isEnded())
    throw new UnreadableArchive(`${name} is ${check ? 'cut short' : 'not an archive of Startup Tools'}.`)
}

const nameOf = (file: string) => (file === standardStream ? 'Standard input' : file)

function checkParts(name: string, opening: Opening) {
  const isSummed = hasSums(opening)
  const text = createHash('sha256')
  const seen: Totals = { rows: 0, files: 0 }
  let file: { key: string; hash: ReturnType<typeof createHash> } | null = null
  let above: Part['is'] | null = null

  const refuseOther = (what: string, isSame: boolean) => {
    if (!isSame) throw new UnreadableArchive(`${name} is damaged: ${what} changed after it was written.`)
  }
  return {
    isEnded: () => above === 'end',
    take(part: Part, line: string) {
      if (above === 'end' || (part.is === 'opening') !== (above === null) || !mayFollow(part.is, above))
        throw new SyntaxError('Not in this order')
      if (file && isSummed && part.is !== 'bytes' && part.is !== 'sum') throw new SyntaxError('A file without its sum')
      if (part.is === 'row') seen.rows += 1
      if (part.is === 'file') {
        seen.files += 1
        file = { key: part.key, hash: createHash('sha256') }
      }
      if (part.is === 'bytes') file!.hash.update(part.bytes)
      if (part.is === 'sum') {
        refuseOther(`the file ${file!.key}`, file!.hash.digest('hex') === part.sha256)
        file = null
      }
      if (part.is === 'end') {
        refuseOther('the number of its rows', seen.rows === part.totals.rows)
        refuseOther('the number of its files', seen.files === part.totals.files)
        if (isSummed) refuseOther('its text', text.digest('hex') === part.sha256)
      } else text.update(line).update('\n')
      above = part.is
    },
  }
}

/** For each kind of part, the kinds that may come directly before it. A kind that is not listed may come anywhere. */
const followed: Partial<Record<Part['is'], Part['is'][]>> = {
  row: ['table', 'row'],
  bytes: ['file', 'bytes'],
  sum: ['file', 'bytes'],
}
const mayFollow = (is: Part['is'], above: Part['is'] | null) => !followed[is] || followed[is].includes(above!)

function unpack(file: string): AsyncIterable<Buffer> {
  if (file === standardStream && process.stdin.isTTY)
    throw new CannotStart('Standard input is a terminal: send an archive to it, or name a file.')
  const packed: Readable = file === standardStream ? process.stdin : createReadStream(file)
  return flow(packed, createGunzip(), () => {})
}

async function* bounded(file: string, mostBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  let ofLine = 0
  for await (const chunk of unpack(file)) {
    bytes += chunk.length
    const feed = chunk.lastIndexOf(10)
    ofLine = feed === -1 ? ofLine + chunk.length : chunk.length - feed - 1
    if (bytes > mostBytes || ofLine > mostOfLine) throw tooLarge(nameOf(file))
    yield chunk
  }
}

// Splits a stream at line feeds only. Node's `readline` also splits at Unicode line separators, which a text may
// contain.
async function* splitLines(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let pieces: Buffer[] = []
  for await (const chunk of stream) {
    let from = 0
    for (let feed = chunk.indexOf(10); feed !== -1; feed = chunk.indexOf(10, from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, feed)]).toString()
      pieces = []
      from = feed + 1
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from))
  }
  if (pieces.length > 0) throw new SyntaxError('The last line does not end')
}

function readPart(line: string, isFirst: boolean): Part {
  if (line.startsWith('[')) return { is: 'row', json: line }
  const content: unknown = JSON.parse(line)
  if (typeof content === 'string') return { is: 'bytes', bytes: Buffer.from(content, 'base64') }
  const table = TableHeading.safeParse(content)
  if (table.success) return { is: 'table', heading: table.data }
  const file = FileHeading.safeParse(content)
  if (file.success) return { is: 'file', key: file.data.file }
  const sum = FileSum.safeParse(content)
  if (sum.success) return { is: 'sum', sha256: sum.data.sha256 }
  const end = End.safeParse(content)
  if (end.success) return { is: 'end', totals: end.data, sha256: end.data.sha256 }
  const opening = Opening.safeParse(content)
  if (opening.success) return { is: 'opening', opening: opening.data }
  if (isFirst) refuseLater(content)
  throw opening.error
}

function refuseLater(content: unknown) {
  const { success, data } = LaterOpening.safeParse(content)
  if (!success) return
  const maker = data.version ? `version ${data.version}` : 'a later version'
  throw new CannotStart(
    `The archive was made by ${maker}, in a format that this version (${productVersion}) can't read: install that version or a newer one.`,
  )
}

const tooLarge = (name: string) => new UnreadableArchive(`${name} is too large to be read, as a whole or in one line.`)

function explainReading(name: string, error: unknown, isOpen: boolean) {
  const code = errorCode(error) ?? ''
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
    return new CannotStart(`${name} can't be read (${code}): check its name and owner.`)
  if (code === 'EIO')
    return new UnreadableArchive(`${name} can't be read to its end (${code}): its disk may be failing.`)
  const isBroken = code.startsWith('Z_') || error instanceof SyntaxError || error instanceof z.ZodError
  if (!isBroken) return error
  if (!isOpen) return new UnreadableArchive(`${name} is not an archive of Startup Tools.`)
  return new UnreadableArchive(`${name} is ${code === 'Z_BUF_ERROR' ? 'cut short' : 'damaged'}.`)
}

const what = {
  workspace: 'holds one workspace: npm run admin -- workspace import reads it',
  installation: 'is a backup of a whole installation: npm run admin -- restore reads it',
}

// Maximum unpacked bytes of an archive. A backup has no limit, because it comes from the operator.
const mostBytes = { workspace: 100 * 1024 ** 3, installation: Number.POSITIVE_INFINITY }

/** Opens an archive and reads its first line. Refuses an archive that does not contain what `holds` names. */
export async function openArchive(file: string, holds: Opening['holds']): Promise<OpenedArchive> {
  const parts = sayingNothingChanged(readArchive(file, mostBytes[holds]))
  const first = await parts.next()
  const { opening } = first.value as Extract<Part, { is: 'opening' }>
  if (opening.holds !== holds) {
    await parts.return(undefined)
    throw new CannotStart(`${file} ${what[opening.holds]}.`)
  }
  return { opening, parts }
}

async function* sayingNothingChanged(parts: AsyncGenerator<Part>): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch (error) {
    if (!(error instanceof UnreadableArchive)) throw error
    throw new CannotStart(error.message.replace(/\.$/, ': nothing was changed.'))
  }
}

export type OpenedArchive = { opening: Opening; parts: AsyncGenerator<Part> }
