import { accessSync, constants } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'
import { isEmailAddress, needsSmtpUtf8, readEmailAddress } from '#contract/email-address.ts'

const parts = ['web', 'api', 'worker', 'mail'] as const
const registrations = ['open', 'first', 'invited', 'closed'] as const
export const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const sampleWords = /^(change-?me|secret|password|example|test|your[-_].*|<.*>|x+|(.)\2*)$/i

const says = (error: string) => ({ error })
const partsError = says(`must name some of ${parts.join(', ')}`)
const number = (least: number, most: number) => {
  const error = says(`must be a whole number from ${least} to ${most}`)
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(least, error).max(most, error))
}
const mailsOfDay = number(0, 10_000_000).optional()
const domain = z
  .string()
  .toLowerCase()
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*$/, says('must be a domain name with a dot in it'))
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean),
)
const readableFile = z.string().refine(canRead, says('must be a file that this server can read'))
const address = (schemes: RegExp, error: string) =>
  z.string().refine((text) => URL.canParse(text) && schemes.test(new URL(text).protocol), says(error))
const postgresUrl = address(
  /^postgres(ql)?:$/,
  'must be an address such as postgres://user:password@host:5432/database',
)

/** Every setting with its purpose. `npm run admin -- doctor` prints the descriptions. */
const Environment = z.object({
  PORT: number(1, 65535).default(3000).describe('port of the server'),
  HOST: z.string().default('127.0.0.1').describe('address of the server; 0.0.0.0 for every address of this machine'),
  PUBLIC_PORT: number(1, 65535).optional().describe('the port in links; PORT on localhost names, else none'),
  PUBLIC_SCHEME: z
    .enum(['http', 'https'], says('must be http or https'))
    .optional()
    .describe('scheme of links; http on localhost names, else https'),
  ROOT_DOMAIN: domain.default('startuptools.localhost').describe('the parent domain of every workspace'),
  DATA_DIR: z.string().default('./data').describe('folder of the embedded database, the files and the secrets'),
  DATABASE_URL: postgresUrl.optional().describe('PostgreSQL 15 or newer, instead of the embedded one'),
  DATABASE_OWNER_URL: postgresUrl
    .optional()
    .describe('the role that migrates, if the one in DATABASE_URL can only read and write'),
  APP_CONNECTIONS: number(2, 500).default(10).describe('connections to the database for calls in a workspace'),
  IDENTITY_CONNECTIONS: number(2, 500).default(5).describe('connections for sign-in'),
  READER_CONNECTIONS: number(1, 500).default(5).describe('connections for anonymous readers'),
  WORKER_JOBS: number(1, 100).default(6).describe('jobs that run at the same time; each may use a connection'),
  ROLES: list
    .pipe(z.array(z.enum(parts, partsError)).min(1, partsError))
    .default([...parts])
    .describe('the parts that this process runs'),
  SMTP_URL: address(/^smtps?:$/, 'must be an address such as smtp://user:password@relay.example:587')
    .optional()
    .describe('the relay for outgoing mail; optional on localhost names, which have a development mailbox'),
  MAIL_FROM: z
    .string()
    .refine(isAddressToSendFrom, says('must be an e-mail address with ASCII letters before the @'))
    .transform((text) => readEmailAddress(text)!)
    .optional()
    .describe('sender of sign-in codes and invitations'),
  SENDING: z
    .enum(['on', 'off'], says('must be on or off'))
    .default('on')
    .describe('off for a copy of an installation: no mail out, no mail in, no requests to other servers'),
  INBOUND_SMTP_HOST: z.string().optional().describe('address for incoming mail; HOST'),
  INBOUND_SMTP_PORT: number(1, 65535).default(2525).describe('port for incoming mail'),
  INBOUND_DOMAIN: domain.optional().describe('parent domain of mail addresses of workspaces; ROOT_DOMAIN'),
  FORMER_DOMAINS: list
    .pipe(z.array(domain))
    .default([])
    .describe('earlier root or mail domains: mail to them is accepted, links to them redirect to ROOT_DOMAIN'),
  INBOUND_SMTP_TLS_CERT: readableFile.optional().describe('certificate file for STARTTLS on incoming mail'),
  INBOUND_SMTP_TLS_KEY: readableFile.optional().describe('key file of that certificate'),
  REGISTRATION: z
    .enum(registrations, says(`must be one of ${registrations.join(', ')}`))
    .optional()
    .describe('who can create a workspace; open on localhost names, else first: anybody until there is one'),
  OPERATOR_CONTACT: z
    .string()
    .refine(isEmailAddress, says('must be an e-mail address'))
    .optional()
    .describe('address on the registration page if not everybody can register'),
  UNSOLICITED_MAILS_NEW_WORKSPACE: mailsOfDay.describe(
    'mails a day to people who never wrote to a workspace, in its first week with open registration; 50',
  ),
  UNSOLICITED_MAILS_WORKSPACE: mailsOfDay.describe(
    'the same for other workspaces; 500 with open registration, else 2000',
  ),
  UNSOLICITED_MAILS_INSTALLATION: mailsOfDay.describe(
    'the same for all workspaces together; 5000 with open registration, else no limit',
  ),
  FILES_URL: z
    .string()
    .refine((text) => !text.includes('://'), says('must be a folder: object stores are not supported yet'))
    .optional()
    .describe('folder of uploaded files; the folder files in DATA_DIR'),
  FILES_ORIGIN: z
    .union(
      [domain, z.url({ protocol: /^https?$/ })],
      says('must be a host name or an origin such as https://files.example'),
    )
    .optional()
    .describe('host of uploaded files, preferably on another domain; files.ROOT_DOMAIN'),
  TRUSTED_PROXIES: list
    .refine((words) => words.every(isNetwork), says('must be addresses or networks such as 10.0.0.0/8, with commas'))
    .default([])
    .describe('proxies whose X-Forwarded headers are trusted'),
  TRUSTED_RELAYS: list
    .refine(
      (words) => words.every(isRelay),
      says('must be addresses or networks, with =NAME to trust their results: 10.0.0.5=mx.example.com'),
    )
    .default([])
    .describe('mail servers in front of this one; with =NAME, their Authentication-Results of that name are trusted'),
  SERVICE_TRIAL_DAYS: number(0, 3650)
    .optional()
    .describe('length of the Service trial; 14 on localhost names, else 0: no trial and no limit'),
  STORAGE_QUOTA_GB: number(1, 100_000).default(10).describe('storage for the uploaded files of a workspace'),
  AVATAR_URL: z
    .string()
    .refine(
      (text) => text === 'off' || (text.includes('{hash}') && URL.canParse(text)),
      says('must contain {hash}, or be off'),
    )
    .default('https://gravatar.com/avatar/{hash}?s=256&d=404')
    .describe('the avatar service; off shows only initials'),
  OUTSIDE_LINKS: z
    .enum(['on', 'off'], says('must be on or off'))
    .default('on')
    .describe('off: links of articles to other sites are not checked'),
  OUTBOUND_PORTS: list
    .pipe(z.array(number(1, 65535)).min(1))
    .default([80, 443])
    .describe('ports for requests to addresses that people enter'),
  LEAST_FREE_DISK_MB: number(0, 10_000_000)
    .default(256)
    .describe('free space in DATA_DIR and FILES_URL below which /readyz reports a full disk'),
  RATE_LIMITS: z
    .enum(['on', 'relaxed'], says('must be on or relaxed'))
    .default('on')
    .describe('relaxed multiplies the limits by 1,000 for load tests; only on loopback with a localhost name'),
  LOG_LEVEL: z
    .enum(levels, says(`must be one of ${levels.join(', ')}`))
    .default('info')
    .describe('the lowest level that is logged'),
  METRICS_TOKEN: z
    .string()
    .refine((text) => text.length >= 24 && !sampleWords.test(text), says('must be at least 24 random characters'))
    .optional()
    .describe('token to read /metrics from another machine'),
})

export type EnvironmentValues = z.output<typeof Environment>
export type SettingName = keyof EnvironmentValues
export type Variables = Record<string, string | undefined>

export const settingNames = Environment.keyof().options

export const isGiven = (value: string | undefined) => Boolean(value?.trim())

export function parseEnvironment(variables: Variables) {
  const faults = new Map<SettingName, string>()
  const parsed = settingNames.map((name) => {
    const schema: z.ZodType = Environment.shape[name]
    const given = isGiven(variables[name]) ? variables[name] : undefined
    const { data, error } = schema.safeParse(given)
    if (!error) return [name, data]
    faults.set(name, `${name} ${error.issues[0]!.message}${isSecret(name) ? '' : `, and it is "${given}"`}.`)
    return [name, schema.parse(undefined)]
  })
  return { values: Object.fromEntries(parsed) as EnvironmentValues, faults }
}

// Returns whether a setting may contain a password or token. Messages name such settings, but never show their values.
const isSecret = (name: string) => /TOKEN|SMTP_URL|DATABASE/.test(name)

export type Explanation = { name: string; reason: string; value: string; isSet: boolean }

export function explainEnvironment(variables: Variables): Explanation[] {
  const { values, faults } = parseEnvironment(variables)
  return settingNames.map((name) => {
    const isSet = isGiven(variables[name])
    const value = faults.has(name) ? variables[name] : values[name]
    return {
      name,
      reason: Environment.shape[name].description ?? '',
      value: isSet && isSecret(name) ? '(set)' : String(value ?? ''),
      isSet,
    }
  })
}

export const isSample = (password: string) => sampleWords.test(decodeURIComponent(password))

function canRead(file: string) {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** The sender address must be ASCII, because not all mail servers support other addresses. */
function isAddressToSendFrom(text: string) {
  const address = readEmailAddress(text)
  return address !== null && !needsSmtpUtf8(address)
}

function isNetwork(text: string) {
  const [ip = '', bits, ...rest] = text.split('/')
  if (isIP(ip) === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (isIP(ip) === 4 ? 32 : 128))
}

function isRelay(text: string) {
  const [network = '', name, ...rest] = text.split('=')
  return isNetwork(network) && rest.length === 0 && (name === undefined || domain.safeParse(name).success)
}
