import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline as flow, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { CannotStart } from '#server/platform/cannot-start.ts'

// An archive is gzipped text. A line is a heading `{...}`, a row of the table above it `[...]`, its columns as
// PostgreSQL writes them, or a piece of the file above it, in base64.

export const Opening = z.object({
  format: z.literal('startup-tools 1'),
  holds: z.enum(['workspace', 'installation']),
  madeAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string(), version: z.string().nullish() })),
  workspace: z.object({ id: z.uuid(), domain: z.string() }).optional(),
  secrets: z.unknown().optional(),
})
export type Opening = z.output<typeof Opening>

const TableHeading = z.object({ table: z.string(), columns: z.array(z.string()) })
const FileHeading = z.object({ file: z.string() })
const End = z.object({ end: z.literal(true), rows: z.int(), files: z.int() })
export type TableHeading = z.output<typeof TableHeading>
export type Totals = { rows: number; files: number }

export type Part =
  | { is: 'opening'; opening: Opening }
  | { is: 'table'; heading: TableHeading }
  | { is: 'row'; json: string }
  | { is: 'file'; key: string }
  | { is: 'bytes'; bytes: Buffer }
  | { is: 'end'; totals: Totals }

/** Writes a file that only its owner can read, and that is there whole or not at all; answers its size. */
export async function writeArchive(file: string, lines: AsyncIterable<string>): Promise<number> {
  if (existsSync(file)) throw new CannotStart(`${file} is there already: choose another name.`)
  const partial = `${file}.${process.pid}.partial`
  try {
    await pipeline(Readable.from(lines), createGzip(), createWriteStream(partial, { mode: 0o600, flush: true }))
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw explainWriting(file, error)
  }
  return (await stat(file)).size
}

export const heading = (content: object) => `${JSON.stringify(content)}\n`

// Whatever an archive says, memory holds one line of it and one file, and these are larger than any row, upload or mail.
const mostOfLine = 64 * 1024 * 1024
const mostOfFile = 64 * 1024 * 1024

/** Reads an archive that unpacks to so many bytes at most. */
export async function* readArchive(file: string, mostBytes: number): AsyncGenerator<Part> {
  let isOpen = false
  let isEnded = false
  try {
    let ofFile = 0
    for await (const line of splitLines(bounded(file, mostBytes))) {
      const part = readPart(line)
      ofFile = part.is === 'bytes' ? ofFile + part.bytes.length : 0
      if (ofFile > mostOfFile) throw tooLarge(file)
      if (isEnded || isOpen !== (part.is !== 'opening')) throw new SyntaxError('Not in this order')
      isOpen = true
      isEnded = part.is === 'end'
      yield part
    }
  } catch (error) {
    throw explainReading(file, error)
  }
  if (!isEnded) throw broken(file)
}

/** A file that can't be read ends the stream with its error. */
const unpack = (file: string): AsyncIterable<Buffer> => flow(createReadStream(file), createGunzip(), () => {})

async function* bounded(file: string, mostBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  let ofLine = 0
  for await (const chunk of unpack(file)) {
    bytes += chunk.length
    const feed = chunk.lastIndexOf(10)
    ofLine = feed === -1 ? ofLine + chunk.length : chunk.length - feed - 1
    if (bytes > mostBytes || ofLine > mostOfLine) throw tooLarge(file)
    yield chunk
  }
}

/** Not by readline, which also ends a line at separators that a text may hold. */
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

function readPart(line: string): Part {
  if (line.startsWith('[')) return { is: 'row', json: line }
  const content: unknown = JSON.parse(line)
  if (typeof content === 'string') return { is: 'bytes', bytes: Buffer.from(content, 'base64') }
  const table = TableHeading.safeParse(content)
  if (table.success) return { is: 'table', heading: table.data }
  const file = FileHeading.safeParse(content)
  if (file.success) return { is: 'file', key: file.data.file }
  const end = End.safeParse(content)
  if (end.success) return { is: 'end', totals: end.data }
  return { is: 'opening', opening: Opening.parse(content) }
}

const broken = (file: string) =>
  new CannotStart(`${file} is no archive of Startup Tools, or it is cut short: nothing was changed.`)

const tooLarge = (file: string) =>
  new CannotStart(`${file} holds more than can be read, as a whole or in one line or file: nothing was changed.`)

function explainReading(file: string, error: unknown) {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') {
    return new CannotStart(`${file} can't be read (${code}): check its name and owner.`)
  }
  const isBroken = code.startsWith('Z_') || error instanceof SyntaxError || error instanceof z.ZodError
  return isBroken ? broken(file) : error
}

function explainWriting(file: string, error: unknown) {
  const { code = '' } = error as NodeJS.ErrnoException
  const isOfDisk = ['ENOENT', 'EACCES', 'ENOSPC', 'EROFS', 'ENOTDIR'].includes(code)
  return isOfDisk ? new CannotStart(`${file} can't be written (${code}): choose another place.`) : error
}
