import { Readable } from 'node:stream'
import { type Client, DatabaseError } from 'pg'
import { CannotStart } from '#server/platform/cannot-start.ts'
import type { TableHeading, Totals } from './archive-format.ts'
import type { Table } from './catalog.ts'
import type { Part } from './read-archive.ts'

export type Staged = { table: Table; columns: string[]; stage: string }
export type PutFile = (key: string, bytes: Readable) => Promise<void>

const bytesAtOnce = 1024 * 1024

/** Loads rows into temporary tables first, because rows of a table may reference each other. */
export async function stageArchive(client: Client, tables: Table[], parts: AsyncGenerator<Part>, putFile: PutFile) {
  const staged: Staged[] = []
  let totals: Totals = { rows: 0, files: 0 }
  for await (const part of gather(parts)) {
    if (part.is === 'table') staged.push(await openStage(client, tables, part.heading, staged.length))
    if (part.is === 'rows') await insertStaged(client, staged.at(-1)!, part.lines)
    if (part.is === 'file') await putFile(part.key, Readable.from(part.bytes))
    if (part.is === 'end') totals = part.totals
  }
  return { staged, totals }
}

export async function fillTables(client: Client, tables: Table[], staged: Staged[]) {
  const inOrder = tables.flatMap((table) => staged.filter((one) => one.table === table))
  for (const one of inOrder) await insertRows(client, one)
  for (const one of inOrder) for (const column of one.table.late) await setLate(client, one, column)
}

/** Replaces a database error about wrong data by `sentence`, because the archive is forged or damaged. */
export function explainRows(error: unknown, sentence: string) {
  const isOfRows = error instanceof DatabaseError && /^(21|22|23|42)/.test(error.code ?? '')
  return isOfRows ? new CannotStart(sentence) : error
}

type GatheredPart =
  | Exclude<Part, { is: 'row' | 'file' }>
  | { is: 'rows'; lines: string[] }
  | { is: 'file'; key: string; bytes: AsyncIterable<Buffer> }

/** Groups rows into batches of about 1 MB and streams files, so that memory never holds the whole archive. */
async function* gather(parts: AsyncGenerator<Part>): AsyncGenerator<GatheredPart> {
  let next = await parts.next()
  const goOn = async () => {
    next = await parts.next()
  }
  const takeRows = async () => {
    const lines: string[] = []
    for (let size = 0; !next.done && next.value.is === 'row' && size <= bytesAtOnce; await goOn()) {
      lines.push(next.value.json)
      size += next.value.json.length
    }
    return lines
  }
  async function* takeBytes() {
    for (; !next.done && next.value.is === 'bytes'; await goOn()) yield next.value.bytes
  }
  try {
    while (!next.done) {
      const part = next.value
      if (part.is === 'row') yield { is: 'rows', lines: await takeRows() }
      else {
        await goOn()
        yield part.is === 'file' ? { ...part, bytes: takeBytes() } : part
      }
    }
  } finally {
    await parts.return(undefined)
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

async function insertStaged(client: Client, { table, columns, stage }: Staged, lines: string[]) {
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
