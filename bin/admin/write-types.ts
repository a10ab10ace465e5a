import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { databaseUrls } from '#server/create-platform.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import type { Command } from './command.ts'
import { describeSchema } from './describe-schema.ts'
import { withClient } from './owner-database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const types = 'database/types.ts'
const schema = 'database/schema.sql'

/** From a new database that only the migrations made, so that everybody gets the same. */
export const writeTypes: Command = {
  name: 'write-types',
  takes: '',
  does: `Writes ${types} and ${schema} from the migrations`,
  async run() {
    await onNewDatabase(async (url) => {
      await generateTypes(url)
      writeFileSync(join(root, schema), await withClient(url, describeSchema))
    })
    return `Wrote ${types} and ${schema} from the migrations.`
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

async function generateTypes(url: string) {
  const options = {
    dialect: 'postgres',
    'default-schema': 'app',
    'include-pattern': '(app|identity).*',
    'type-mapping': '{"timestamptz":"string","int8":"number"}',
    'out-file': join(root, types),
    'log-level': 'error',
  }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn(join(root, 'node_modules/.bin/kysely-codegen'), [...args, '--camel-case'], {
    cwd: tmpdir(),
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((resolve) => child.on('close', resolve).on('error', () => resolve(1)))
  if (code !== 0) throw new CannotStart('The types could not be written: kysely-codegen says why above.')
}
