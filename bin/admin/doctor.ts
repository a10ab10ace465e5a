import { existsSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { explainEnvironment } from '#server/environment.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { listChangedOrders } from '#server/platform/database/collations/renew-text-orders.ts'
import { findFaults, findWarnings, type Settings } from '#server/settings.ts'
import type { Asked, Command } from './command.ts'
import { onOwnerDatabase, withClient } from './owner-database.ts'

/** A doubt is told and keeps nothing from serving. */
type Finding = { state: 'well' | 'doubtful' | 'broken'; text: string }

const marks: Record<Finding['state'], string> = { well: '✓', doubtful: '!', broken: '✗' }
const finding = (isWell: boolean, text: string): Finding => ({ state: isWell ? 'well' : 'broken', text })

export const doctor: Command = {
  name: 'doctor',
  takes: '',
  does: 'Explains every setting and says what would keep this machine from serving',
  run: examine,
}

async function examine(asked: Asked): Promise<string> {
  const { variables, ...found } = asked.environment
  const explained = explainEnvironment(variables).map(
    ({ name, value, reason, isSet }) => `${isSet ? '*' : ' '} ${name.padEnd(22)} ${value.padEnd(28)} ${reason}`,
  )
  const faults = [...found.faults, ...findFaults(variables)].map((text) => finding(false, text))
  const doubts = [...found.warnings, ...findWarnings(variables)].map((text): Finding => ({ state: 'doubtful', text }))
  const findings = [...faults, ...doubts, ...(faults.length > 0 ? [] : await examineMachine(asked.settings))]
  if (findings.some(({ state }) => state === 'broken')) process.exitCode = 1
  const told = findings.map(({ state, text }) => `${marks[state]} ${text}`)
  const rest = faults.length > 0 ? ['  The machine is examined once every setting is right.'] : []
  return [...explained, '  (* set by you)', '', ...told, ...rest].join('\n')
}

const examineMachine = async (settings: Settings): Promise<Finding[]> => [
  examineFolder(settings),
  ...(await examineDatabase(settings)),
  await examinePort('PORT', settings.port, settings.host),
  await examinePort('INBOUND_SMTP_PORT', settings.inboundSmtpPort, settings.inboundSmtpHost),
  examineMail(settings),
]

function examineFolder({ dataDir }: Settings): Finding {
  if (!existsSync(dataDir)) return finding(true, `${dataDir} will be made by the first start.`)
  const { bavail, bsize } = statfsSync(dataDir)
  const freeGigabytes = (bavail * bsize) / 1024 ** 3
  return finding(freeGigabytes > 1, `${dataDir} has ${freeGigabytes.toFixed(1)} GB free; 1 GB is the least.`)
}

async function examineDatabase(settings: Settings): Promise<Finding[]> {
  if (!settings.databaseOwnerUrl && !existsSync(join(settings.dataDir, 'postgres'))) {
    return [finding(true, 'The embedded database will be made by the first start.')]
  }
  try {
    const { version, changed } = await onOwnerDatabase(settings, readState)
    const isSupported = Number.parseInt(version, 10) >= 15
    return [
      finding(isSupported, `The database answers: PostgreSQL ${version}; 15 is the oldest.`),
      ...(changed.length > 0 ? [waiting(changed)] : []),
    ]
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    const text = error instanceof CannotStart ? message : `The database can't be reached: ${message || code}.`
    return [finding(false, text)]
  }
}

const readState = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
    return { version: rows[0]!.version, changed: await listChangedOrders(client) }
  })

const waiting = (changed: string[]): Finding => ({
  state: 'doubtful',
  text: `The database sorts texts by another version of ICU than before. A start makes the indexes anew: ${changed.join(', ')}.`,
})

/** A running server of ours takes the port too, so a taken one is told and not held against the machine. */
function examinePort(name: string, port: number, host: string): Promise<Finding> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const isTaken = code === 'EADDRINUSE'
      const reason = isTaken ? 'is in use, by this server or by another program' : `can't be opened (${code})`
      resolve(finding(isTaken, `${name} ${port} ${reason}.`))
    })
    server.listen(port, host, () => server.close(() => resolve(finding(true, `${name} ${port} is free.`))))
  })
}

/** Settings that leave neither are a fault, and are told as one. */
const examineMail = ({ smtpUrl, mailOrigin, rootDomain }: Settings): Finding =>
  smtpUrl
    ? finding(true, `Mail goes out by ${new URL(smtpUrl).host}.`)
    : finding(
        true,
        `There is no relay, and ${rootDomain} is a localhost name: mails are at ${mailOrigin}/, for this machine alone and not by a proxy.`,
      )
