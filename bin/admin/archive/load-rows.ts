import type { Client } from 'pg'
import { CannotStart } from '#server/platform/cannot-start.ts'
import type { Part, TableHeading, Totals } from './archive-file.ts'
import type { Table } from './catalog.ts'

export type Staged = { table: Table; columns: string[]; stage: string }
export type PutFile = (key: string, bytes: Buffer) => Promise<void>

const bytesAtOnce = 1024 * 1024

/**
 * Reads an archive to its end: rows into temporary tables, from which `fillTables` takes each table as a whole,
 * because rows of one table may point to each other; files to where they belong.
 */
export async function stageArchive(client: Client, tables: Table[], parts: AsyncIterable<Part>, putFile: PutFile) {
  const staged: Staged[] = []
  const totals: Totals = { rows: 0, files: 0 }
  for await (const part of gather(parts)) {
    if (part.is === 'table') staged.push(await openStage(client, tables, part.heading, staged.length))
    if (part.is === 'rows') {
      totals.rows += part.lines.length
      await insertStaged(client, staged.at(-1), part.lines)
    }
    if (part.is === 'whole file') {
      totals.files += 1
      await putFile(part.key, part.bytes)
    }
    if (part.is === 'end') refuseOtherTotals(totals, part.totals)
  }
  return { staged, totals }
}

/** Fills the tables in their own order, each behind those that it points to. */
export async function fillTables(client: Client, tables: Table[], staged: Staged[]) {
  const inOrder = tables.flatMap((table) => staged.filter((one) => one.table === table))
  for (const one of inOrder) await insertRows(client, one)
  for (const one of inOrder) for (const column of one.table.late) await setLate(client, one, column)
}

type Gathered = Part | { is: 'rows'; lines: string[] } | { is: 'whole file'; key: string; bytes: Buffer }

/** Rows by the megabyte, and files as a whole, none of which is larger than an upload or a mail may be. */
async function* gather(parts: AsyncIterable<Part>): AsyncGenerator<Gathered> {
  let lines: string[] = []
  let size = 0
  let file: { key: string; pieces: Buffer[] } | null = null
  for await (const part of parts) {
    if (part.is === 'bytes') {
      file?.pieces.push(part.bytes)
      continue
    }
    if (lines.length > 0 && (part.is !== 'row' || size > bytesAtOnce)) {
      yield { is: 'rows', lines }
      lines = []
      size = 0
    }
    if (file) yield { is: 'whole file', key: file.key, bytes: Buffer.concat(file.pieces) }
    file = part.is === 'file' ? { key: part.key, pieces: [] } : null
    if (part.is === 'row') {
      lines.push(part.json)
      size += part.json.length
    } else if (part.is !== 'file') yield part
  }
}

async function openStage(client: Client, tables: Table[], { table: name, columns }: TableHeading, number: number) {
  const table = tables.find((candidate) => candidate.name === name)
  const known = new Set(table?.columns.map((column) => column.name))
  if (!table || !columns.every((column) => known.has(column))) {
    throw new CannotStart(`The archive holds ${name} as another version has it: install the version it was made by.`)
  }
  const stage = `archived_${number}`
  const list = columns.map(client.escapeIdentifier)
  await client.query(`create temporary table ${stage} on commit drop as select ${list} from ${name} with no data`)
  return { table, columns, stage }
}

async function insertStaged(client: Client, staged: Staged | undefined, lines: string[]) {
  if (!staged) throw new CannotStart('The archive holds rows of no table: nothing was changed.')
  const { table, columns, stage } = staged
  const types = new Map(table.columns.map(({ name, type }) => [name, type]))
  const values = columns.map((name, at) => `(line->>${at})::${types.get(name)}`)
  await client.query(`insert into ${stage} select ${values} from json_array_elements($1::json) as line`, [
    `[${lines.join(',')}]`,
  ])
}

async function insertRows(client: Client, { table, columns, stage }: Staged) {
  const list = columns.map(client.escapeIdentifier)
  const types = new Map(table.columns.map(({ name, type }) => [name, type]))
  const values = columns.map((name, at) => (table.late.includes(name) ? `null::${types.get(name)}` : list[at]))
  await client.query(`insert into ${table.name} (${list}) select ${values} from ${stage}`)
}

async function setLate(client: Client, { table, stage }: Staged, column: string) {
  const name = client.escapeIdentifier(column)
  const sameKey = table.key.map((part) => `t.${client.escapeIdentifier(part)} = s.${client.escapeIdentifier(part)}`)
  await client.query(
    `update ${table.name} t set ${name} = s.${name} from ${stage} s where ${sameKey.join(' and ')} and s.${name} is not null`,
  )
}

function refuseOtherTotals(seen: Totals, written: Totals) {
  if (seen.rows === written.rows && seen.files === written.files) return
  throw new CannotStart('The archive does not hold what its last line counts: nothing was changed.')
}
