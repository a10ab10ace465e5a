import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { listApplied, productVersion } from '#server/platform/database/migrations.ts'
import type { Storage } from '#server/platform/storage.ts'
import { currentForm, heading, type Opening, type Totals } from './archive-format.ts'
import { readCatalog, type Table } from './catalog.ts'

type Dump = {
  client: Client
  storage: Storage
  holds: Opening['holds']
  workspace?: Opening['workspace']
  secrets?: unknown
  schemas: string[]
  which(table: Table): string | null
  isHeld(key: string): boolean
}

/** With these settings, PostgreSQL reads its own text output back as the same value. */
const exactText = `set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
  set local extra_float_digits = 1; set local timezone = 'UTC'`

const rowsAtOnce = 200
const bytesOfPiece = 48 * 1024

/** Dumps a snapshot of the rows, then the files. The server stores a file before its row, so none is missing. */
export async function* dump(of: Dump): AsyncGenerator<string> {
  const totals: Totals = { rows: 0, files: 0 }
  const text = createHash('sha256')
  for await (const lines of dumpLines(of, totals)) {
    text.update(lines)
    yield lines
  }
  yield heading({ end: true, ...totals, sha256: text.digest('hex') })
}

async function* dumpLines({ client, storage, which, isHeld, schemas, ...about }: Dump, totals: Totals) {
  await client.query(`begin isolation level repeatable read read only; ${exactText}`)
  try {
    const { holds, workspace, secrets } = about
    const opening: Opening = {
      format: currentForm,
      holds,
      madeAt: new Date().toISOString(),
      version: productVersion,
      migrations: await listApplied(client),
      ...(workspace ? { workspace } : {}),
      ...(secrets ? { secrets } : {}),
    }
    yield heading(opening)
    for (const table of await readCatalog(client, schemas)) {
      const condition = which(table)
      if (condition !== null) yield* dumpTable(client, table, condition, totals)
    }
  } finally {
    await client.query('rollback')
  }
  yield* dumpFiles(storage, about.workspace?.id, isHeld, totals)
}

async function* dumpTable(client: Client, { name, columns }: Table, condition: string, totals: Totals) {
  const texts = columns.map((column) => `${client.escapeIdentifier(column.name)}::text`)
  await client.query(
    `declare dumped no scroll cursor for select to_json(array[${texts}])::text as line from ${name} where ${condition}`,
  )
  yield heading({ table: name, columns: columns.map((column) => column.name) })
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from dumped`)
    if (rows.length === 0) break
    totals.rows += rows.length
    yield rows.map(({ line }) => `${line}\n`).join('')
  }
  await client.query('close dumped')
}

async function* dumpFiles(storage: Storage, workspaceId: string | undefined, isHeld: Dump['isHeld'], totals: Totals) {
  for await (const key of storage.list(workspaceId)) {
    if (!isHeld(key)) continue
    const opened = await storage.open(key).catch(ignoreGone)
    if (!opened) continue
    totals.files += 1
    yield heading({ file: key })
    const hash = createHash('sha256')
    for await (const piece of inPieces(opened.stream)) {
      hash.update(piece)
      yield `"${piece.toString('base64')}"\n`
    }
    yield heading({ sha256: hash.digest('hex') })
  }
}

function ignoreGone(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
  return null
}

async function* inPieces(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    for (let from = 0; from < chunk.length; from += bytesOfPiece) yield chunk.subarray(from, from + bytesOfPiece)
  }
}
