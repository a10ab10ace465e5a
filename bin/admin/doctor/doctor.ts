import { existsSync } from 'node:fs'
import type { Command, CommandCall } from '#bin/admin/command.ts'
import { emailOf } from '#bin/admin/create-workspace.ts'
import { readLastBackup } from '#bin/admin/last-backup.ts'
import { productVersion } from '#server/platform/database/migrations.ts'
import { type AskDns, createDns } from '#server/platform/mail-authentication/ask-dns.ts'
import { explainEnvironment } from '#server/platform/settings/environment.ts'
import { findFaults, findWarnings, type Settings } from '#server/platform/settings/settings.ts'
import { examineCertificate } from './examine-certificate.ts'
import { compareClocks, examineDatabase } from './examine-database.ts'
import { examineFiles, mayWorkIn } from './examine-files.ts'
import { examineRelay } from './examine-relay.ts'
import { examineSite } from './examine-site.ts'
import { broken, doubtful, drawFinding, type Finding, isBroken, open, well } from './finding.ts'
import { examinePorts } from './ports/examine-ports.ts'
import { examineServer } from './ports/examine-server.ts'
import { examineRecords } from './records/examine-records.ts'

export const doctor: Command = {
  name: 'doctor',
  takes: '[--mail ADDRESS]',
  does: 'Explains every setting and checks the installation; --mail also sends a test mail through the relay',
  options: { mail: { type: 'string' } },
  run: (asked) => runExamination(asked),
}

/** Errors give exit code 1, warnings do not. */
export async function runExamination(
  asked: CommandCall,
  askDns: AskDns = createDns(),
  smtpPort?: number,
): Promise<string> {
  const { variables, file, ...loaded } = asked.environment
  const recipient = asked.options.mail === undefined ? null : emailOf(String(asked.options.mail))
  const explained = explainEnvironment(variables).map(
    ({ name, value, reason, isSet }) => `${isSet ? '*' : ' '} ${name.padEnd(22)} ${value.padEnd(28)} ${reason}`,
  )
  const faults = [...loaded.faults, ...findFaults(variables)].map((text) => broken(text))
  const doubts = [...loaded.warnings, ...findWarnings(variables)].map((text) => doubtful(text))
  const means = { envFile: file, recipient, askDns, smtpPort }
  const findings = [...faults, ...doubts, ...(faults.length > 0 ? [] : await examineMachine(asked.settings, means))]
  if (findings.some(isBroken)) process.exitCode = 1
  const rest = faults.length > 0 ? ['  The other checks run once the settings are correct.'] : []
  return [...explained, '  (* set by you)', '', ...findings.map(drawFinding), ...rest].join('\n')
}

type ExaminationInput = {
  envFile: string | null
  recipient: string | null
  askDns: AskDns
  smtpPort: number | undefined
}

async function examineMachine(
  settings: Settings,
  { envFile, recipient, askDns, smtpPort }: ExaminationInput,
): Promise<Finding[]> {
  const [relay, records, site] = await Promise.all([
    examineRelay(settings, recipient),
    examineRecords(settings, askDns, smtpPort),
    examineSite(settings, askDns),
  ])
  return [
    well(`This is version ${productVersion} on Node.js ${process.version}.`),
    ...(await examineFiles(settings, envFile)),
    ...(mayWorkIn(settings.dataDir) ? await examineInstallation(settings) : [open(elsewhere)]),
    ...relay,
    ...(await examineCertificate(settings)),
    ...records,
    ...site.findings,
    ...(site.aheadMs === null ? [] : [compareClocks('the proxy', site.aheadMs)]),
  ]
}

const elsewhere =
  "The database, ports, server and backups were not checked, because this account can't use the data folder."

// Must run after the check of the site. That check sends a request through the proxy, and the server then reports a
// proxy that is missing in TRUSTED_PROXIES.
const examineInstallation = async (settings: Settings): Promise<Finding[]> => [
  examineBackup(settings),
  // This check can lock the data folder for a moment, as a running server does. So the checks run one after the other.
  ...(await examineDatabase(settings)),
  ...(await examinePorts(settings)),
  ...(await examineServer(settings)),
]

const hourMs = 60 * 60_000
const longestHours = 48

function examineBackup(settings: Settings): Finding {
  const last = readLastBackup(settings)
  const hours = last && Math.floor((Date.now() - Date.parse(last.at)) / hourMs)
  if (last && hours !== null && hours < longestHours)
    return well(`The last backup is ${ageOf(hours)} old: ${last.file}.`)
  if (settings.isLocal || !existsSync(settings.dataDir))
    return open(last ? `The last backup was made at ${last.at}: ${last.file}.` : 'No backup was made yet.')
  const told =
    last && hours !== null
      ? `The last backup is ${ageOf(hours)} old: ${last.file}.`
      : 'No backup of this installation is known.'
  return doubtful(`${told} Make a backup every night, and copy it to another machine:`, [
    'npm run admin -- backup FILE',
  ])
}

const ageOf = (hours: number) => (hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`)
