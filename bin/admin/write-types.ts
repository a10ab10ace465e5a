import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operationNames } from '#contract/names.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import { databaseUrls } from '#server/start/create-platform.ts'
import { drawFormat } from '#server/writing/documents/describe/draw-format.ts'
import type { Command } from './command.ts'
import { describeSchema, describeTypes } from './describe-database.ts'
import { describeEndpoints } from './describe-endpoints.ts'
import { drawRooms } from './describe-rooms.ts'
import { drawnPages } from './drawn-pages.ts'
import { withClient } from './owner-database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const types = 'database/types.ts'
const schema = 'database/schema.sql'
const catalog = 'docs/endpoints.md'
const format = 'docs/documents.md'
const house = 'HOUSE.md'
const listed = Object.keys(drawnPages).join(', ')

/** Generated from the contract and from a new database with only the migrations, so that everybody gets the same. */
export const writeTypes: Command = {
  name: 'write-types',
  takes: '',
  does: `Writes ${types} and ${schema} from the migrations, ${catalog} and ${format} from the code, the generated parts of ${listed}, the map in ${house} from the imports`,
  async run() {
    writeFileSync(join(root, catalog), describeEndpoints([...operationNames.keys()]))
    writeFileSync(join(root, format), drawFormat())
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
