import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '#contract/endpoint.ts'
import { eventsForKeys } from '#contract/live/events.ts'
import { operationNames } from '#contract/names.ts'
import { refusals } from '#contract/refusals.ts'
import { conditionsOf } from '#server/platform/description/catalog.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import { databaseUrls } from '#server/start/create-platform.ts'
import { writeFormatDocs } from '#server/writing/documents/describe/write-format-docs.ts'
import type { Command } from './command.ts'
import { describeSchema, describeTypes } from './describe-database.ts'
import { drawKeys } from './describe-keys.ts'
import { drawLogs } from './describe-logs.ts'
import { drawLimits, drawQuotas } from './describe-quotas.ts'
import { drawRooms } from './describe-rooms.ts'
import { drawPart } from './draw-part.ts'
import { withClient } from './owner-database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const types = 'database/types.ts'
const schema = 'database/schema.sql'
const catalog = 'docs/endpoints.md'
const format = 'docs/documents.md'
const house = 'HOUSE.md'

const errorsHead = `| Code | Status | Sentence |
|---|---|---|
`

function drawErrors(page: string): string {
  const rows = Object.entries(refusals)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, { status, text }]) => `| \`${code}\` | ${status} | ${text} |\n`)
  return drawPart(page, 'errors', errorsHead + rows.join(''))
}

const drawEvents = (page: string): string =>
  drawPart(page, 'live-events', eventsForKeys.map((type) => `- \`${type}\`\n`).join(''))

export const drawnPages: Record<string, (page: string) => string> = {
  'docs/api/authentication.md': drawKeys,
  'docs/api/limits.md': (page) => drawQuotas(drawLimits(page)),
  'docs/api/errors.md': drawErrors,
  'docs/api/events.md': drawEvents,
  'docs/operate.md': drawLogs,
}
const listed = Object.keys(drawnPages).join(', ')

/** Reads the types from a new database with only the migrations, so that each developer gets the same files. */
export const writeTypes: Command = {
  name: 'write-types',
  takes: '',
  does: `Writes ${types} and ${schema} from the migrations, ${catalog} and ${format} from the code, the generated parts of ${listed}, the map in ${house} from the imports`,
  async run() {
    writeFileSync(join(root, catalog), describeEndpoints([...operationNames.keys()]))
    writeFileSync(join(root, format), writeFormatDocs())
    for (const [path, draw] of Object.entries(drawnPages))
      writeFileSync(join(root, path), draw(readFileSync(join(root, path), 'utf8')))
    writeFileSync(join(root, house), drawRooms(readFileSync(join(root, house), 'utf8')))
    await onNewDatabase(async (url) => {
      writeFileSync(join(root, types), await describeTypes(url))
      writeFileSync(join(root, schema), await withClient(url, describeSchema))
    })
    return `Wrote ${types}, ${schema}, ${catalog}, ${format}, the generated parts of ${listed} and the map in ${house}.`
  },
}

async function onNewDatabase(work: (url: string) => Promise<void>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'startup-tools-types-'))
  chmodSync(dataDir, 0o711)
  const password = randomBytes(16).toString('hex')
  const database = await startEmbeddedPostgres({ dataDir, password, durable: false, say: () => {} })
  try {
    const secrets = { roleSuffix: randomBytes(4).toString('hex'), rolePassword: password }
    const { owner, roles, rolePassword, worker } = databaseUrls(database.url, database.url, secrets)
    await migrate({ ownerUrl: owner, roles, rolePassword, workerUrl: worker })
    await work(owner)
  } finally {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const head = `# Endpoints

What each endpoint asks of its callers. This page is written by \`npm run admin -- write-types\` from the contract. The server does not start if
the declaration of an endpoint is incomplete. [Authentication](api/authentication.md#who-can-call-an-endpoint) explains the words of this table, and
[Limits](api/limits.md) what a call counts as. \`Operation\` is the \`operationId\` in \`/api/openapi.json\`, which
[generated clients](api/clients.md) use as the name of the call. \`/api/openapi.json\` also lists the errors of each operation.

| Endpoint | Operation | For | Scope of a key | Needs | Counts as | Idempotency-Key | If-Match |
|---|---|---|---|---|---|---|---|
`

export function describeEndpoints(endpoints: Endpoint[]): string {
  const rows = endpoints.map((endpoint) => {
    const { scope, needs, counts, repeatable, condition, ...conditions } = conditionsOf(endpoint)
    const name = `\`${endpoint.method} ${endpoint.path}\``
    return {
      path: endpoint.path,
      row: [name, operationNames.get(endpoint) ?? '-', conditions.for, scope, needs, counts, repeatable, condition],
    }
  })
  rows.sort((a, b) => compare(a.path, b.path) || compare(a.row[0]!, b.row[0]!))
  return head + rows.map(({ row }) => `| ${row.join(' | ')} |\n`).join('')
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
