import { existsSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { explainEnvironment } from '#server/environment.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { onOwnerDatabase } from './owner-database.ts'

type Finding = { isWell: boolean; text: string }

/** Prints every setting with its reason, then what would keep this machine from serving. */
export async function examine(variables: Record<string, string | undefined>) {
  const settings = readSettings(variables)
  for (const { name, value, reason, isSet } of explainEnvironment(variables)) {
    console.log(`${isSet ? '*' : ' '} ${name.padEnd(22)} ${value.padEnd(28)} ${reason}`)
  }
  console.log('  (* set by you)\n')
  const findings = [
    examineFolder(settings),
    await examineDatabase(settings),
    await examinePort('PORT', settings.port, settings.host),
    await examinePort('INBOUND_SMTP_PORT', settings.inboundSmtpPort, settings.host),
    examineMail(settings),
  ]
  for (const { isWell, text } of findings) console.log(`${isWell ? '✓' : '✗'} ${text}`)
  if (findings.some(({ isWell }) => !isWell)) process.exitCode = 1
}

function examineFolder({ dataDir }: Settings): Finding {
  if (!existsSync(dataDir)) return { isWell: true, text: `${dataDir} will be made by the first start.` }
  const { bavail, bsize } = statfsSync(dataDir)
  const freeGigabytes = (bavail * bsize) / 1024 ** 3
  return { isWell: freeGigabytes > 1, text: `${dataDir} has ${freeGigabytes.toFixed(1)} GB free; 1 GB is the least.` }
}

async function examineDatabase(settings: Settings): Promise<Finding> {
  if (!settings.databaseOwnerUrl && !existsSync(join(settings.dataDir, 'postgres'))) {
    return { isWell: true, text: 'The embedded database will be made by the first start.' }
  }
  try {
    const version = await onOwnerDatabase(settings, readVersion)
    return {
      isWell: Number.parseInt(version, 10) >= 15,
      text: `The database answers: PostgreSQL ${version}; 15 is the oldest.`,
    }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return {
      isWell: false,
      text: error instanceof CannotStart ? message : `The database can't be reached: ${message || code}.`,
    }
  }
}

async function readVersion(url: string): Promise<string> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
    return rows[0]!.version
  } finally {
    await client.end()
  }
}

/** A running server of ours takes the port too, so a taken one is told and not held against the machine. */
function examinePort(name: string, port: number, host: string): Promise<Finding> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const isTaken = code === 'EADDRINUSE'
      const reason = isTaken ? 'is in use, by this server or by another program' : `can't be opened (${code})`
      resolve({ isWell: isTaken, text: `${name} ${port} ${reason}.` })
    })
    server.listen(port, host, () => server.close(() => resolve({ isWell: true, text: `${name} ${port} is free.` })))
  })
}

function examineMail({ smtpUrl, mailOrigin }: Settings): Finding {
  const text = smtpUrl ? `Mail goes out by ${new URL(smtpUrl).host}.` : `Mail stays on this machine: see ${mailOrigin}/`
  return { isWell: true, text }
}
