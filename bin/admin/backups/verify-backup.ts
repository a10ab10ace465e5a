import { hasSums, type Opening, type TableHeading, type Totals } from '#bin/admin/archive/archive-format.ts'
import { readArchive, UnreadableArchive } from '#bin/admin/archive/read-archive.ts'
import { standardStream } from '#bin/admin/archive/write-archive.ts'
import { type Command, quietly, sayUnless } from '#bin/admin/command.ts'
import { count, sizeOf } from '#bin/admin/find-workspace.ts'
import { fileKey, mailKey } from '#server/files/storage-keys.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { readMigrations, refuseUnknown } from '#server/platform/database/migrations.ts'
import { parseJson } from '#server/platform/parse-json.ts'
import { parseSecrets } from '#server/platform/secrets.ts'

export const verifyBackup: Command = {
  name: 'backup verify',
  takes: 'FILE|- [--quiet]',
  does: 'Checks that an archive is intact and prints what it contains; changes nothing',
  options: quietly,
  async run({ words, options }) {
    const file = words[0]!
    const content = await readContent(file)
    return sayUnless(options, ...(await tellContent(file === standardStream ? 'The archive' : file, content)))
  },
}

type ArchiveContent = {
  opening: Opening
  domains: string[]
  tables: number
  totals: Totals
  fileBytes: number
  missing: number
}

async function readContent(file: string): Promise<ArchiveContent> {
  const content: Omit<ArchiveContent, 'opening' | 'totals' | 'missing'> = { domains: [], tables: 0, fileBytes: 0 }
  const named = new Set<string>()
  let opening: Opening | undefined
  let totals: Totals | undefined
  let table: TableHeading | undefined
  for await (const part of readArchive(file, Number.POSITIVE_INFINITY)) {
    if (part.is === 'opening') opening = checkOpening(file, part.opening)
    if (part.is === 'table') {
      table = part.heading
      content.tables += 1
    }
    if (part.is === 'row') {
      const row = readRow(file, table!, part.json)
      if (table!.table === 'app.workspaces') content.domains.push(row.domain!)
      const key = keysNamed.get(table!.table)?.(row)
      if (key) named.add(key)
    }
    if (part.is === 'file') named.delete(part.key)
    if (part.is === 'bytes') content.fileBytes += part.bytes.length
    if (part.is === 'end') totals = part.totals
  }
  return { ...content, opening: opening!, totals: totals!, missing: named.size }
}

function checkOpening(file: string, opening: Opening): Opening {
  if (opening.holds === 'installation' && !parseSecrets(opening.secrets))
    throw new CannotStart(
      `${file} contains no secrets that this version can read: verify it with the version that made it.`,
    )
  return opening
}

type Row = Record<string, string | null>

const keysNamed = new Map<string, (row: Row) => string | null>([
  ['app.files', ({ workspace_id: workspaceId, id, same_as: sameAs }) => (sameAs ? null : fileKey(workspaceId!, id!))],
  [
    'app.inbound_mails',
    ({ workspace_id: workspaceId, id, is_purged: isPurged }) =>
      isPurged === 'true' ? null : mailKey(workspaceId!, id!),
  ],
])

function readRow(file: string, { table, columns }: TableHeading, json: string): Row {
  const values = parseJson(json)
  const isRow =
    Array.isArray(values) &&
    values.length === columns.length &&
    values.every((value) => value === null || typeof value === 'string')
  if (!isRow) throw new UnreadableArchive(`${file} is damaged: a row of ${table} does not fit its columns.`)
  return Object.fromEntries(columns.map((column, at) => [column, values[at]]))
}

async function tellContent(name: string, content: ArchiveContent): Promise<string[]> {
  const { opening, domains, tables, totals, fileBytes, missing } = content
  const { holds, madeAt, workspace, migrations } = opening
  const version = opening.version ?? migrations.findLast((one) => one.version)?.version
  const maker = version ? ` by version ${version}` : ''
  const what = holds === 'installation' ? 'an installation' : `the workspace ${workspace?.domain}`
  return [
    `${name} is intact: ${what}, written at ${madeAt}${maker}, with migrations up to ${migrations.at(-1)?.name}.`,
    `It contains ${count(totals.rows, 'row')} of ${count(tables, 'table')}, ${count(totals.files, 'file')} (${sizeOf(fileBytes)}) and ${nameWorkspaces(domains)}.`,
    hasSums(opening)
      ? 'All SHA-256 checksums match.'
      : 'An older version wrote it without checksums, so only its numbers of rows and files were compared.',
    ...(missing > 0
      ? [
          `It lacks ${count(missing, 'file')} that its rows refer to: they were deleted while it was written, or were missing before.`,
        ]
      : []),
    ...(await tellNewerVersion(migrations)),
  ]
}

const mostDomains = 20

function nameWorkspaces(domains: string[]): string {
  const named = domains.toSorted().slice(0, mostDomains).join(', ')
  const rest = domains.length > mostDomains ? ` and ${domains.length - mostDomains} more` : ''
  return domains.length === 0 ? 'no workspace' : `${count(domains.length, 'workspace')}: ${named}${rest}`
}

async function tellNewerVersion(migrations: Opening['migrations']): Promise<string[]> {
  try {
    refuseUnknown('It was made', migrations, await readMigrations())
    return []
  } catch (error) {
    if (error instanceof CannotStart) return [error.message]
    throw error
  }
}
