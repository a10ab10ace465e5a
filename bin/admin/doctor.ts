import { existsSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { explainEnvironment } from '#server/environment.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import type { Settings } from '#server/settings.ts'
import type { Asked, Command } from './command.ts'
import { onOwnerDatabase, withClient } from './owner-database.ts'

type Finding = { isWell: boolean; text: string }

export const doctor: Command = {
  name: 'doctor',
  takes: '',
  does: 'Explains every setting and says what would keep this machine from serving',
  run: examine,
}

async function examine({ settings, variables }: Asked): Promise<string> {
  const explained = explainEnvironment(variables).map(
    ({ name, value, reason, isSet }) => `${isSet ? '*' : ' '} ${name.padEnd(22)} ${value.padEnd(28)} ${reason}`,
  )
  const findings = [
    examineFolder(settings),
    await examineDatabase(settings),
    await examinePort('PORT', settings.port, settings.host),
    await examinePort('INBOUND_SMTP_PORT', settings.inboundSmtpPort, settings.host),
    examineMail(settings),
  ]
  if (findings.some(({ isWell }) => !isWell)) process.exitCode = 1
  const found = findings.map(({ isWell, text }) => `${isWell ? '✓' : '✗'} ${text}`)
  return [...explained, '  (* set by you)', '', ...found].join('\n')
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

const readVersion = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
    return rows[0]!.version
  })

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
