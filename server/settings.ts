import { join, resolve } from 'node:path'
import { type EnvironmentValues, isSample, parseEnvironment } from '#server/environment.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'

export type Settings = ReturnType<typeof readSettings>

/** Reads and checks every setting at once; what is wrong with one is said in a sentence. */
export function readSettings(variables: Record<string, string | undefined>) {
  const values = parseEnvironment(variables)
  const isLoopback = /^(127(\.\d+){3}|::1|localhost)$/.test(values.HOST)
  refuseWhatDoesNotFit(values, isLoopback)
  const rootDomain = values.ROOT_DOMAIN
  const isLocal = rootDomain.endsWith('.localhost')
  const publicScheme = values.PUBLIC_SCHEME ?? (isLocal ? 'http' : 'https')
  const publicPort = values.PUBLIC_PORT ?? (isLocal ? values.PORT : undefined)
  const origin = (host: string) => new URL(`${publicScheme}://${host}${publicPort ? `:${publicPort}` : ''}`).origin
  const filesOrigin = originOfFiles(values.FILES_ORIGIN ?? `files.${rootDomain}`, origin)
  const dataDir = resolve(values.DATA_DIR)
  return {
    port: values.PORT,
    host: values.HOST,
    isLoopback,
    publicScheme,
    publicPort,
    rootDomain,
    appHost: `app.${rootDomain}`,
    apiHost: `api.${rootDomain}`,
    mailHost: `mail.${rootDomain}`,
    filesHost: new URL(filesOrigin).hostname,
    /** Scheme, host and port of one of our hosts, as a browser sees it. */
    origin,
    rootOrigin: origin(rootDomain),
    appOrigin: origin(`app.${rootDomain}`),
    apiOrigin: origin(`api.${rootDomain}`),
    mailOrigin: origin(`mail.${rootDomain}`),
    filesOrigin,
    workspaceOrigin: (domain: string) => origin(`${domain}.${rootDomain}`),
    dataDir,
    filesDir: resolve(values.FILES_URL ?? join(dataDir, 'files')),
    /** Undefined where the embedded database serves. */
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL ?? values.DATABASE_URL,
    /** Of this process, at most, by role. */
    connections: {
      app: values.APP_CONNECTIONS,
      identity: values.IDENTITY_CONNECTIONS,
      reader: values.READER_CONNECTIONS,
    },
    workerJobs: values.WORKER_JOBS,
    roles: new Set(values.ROLES),
    smtpUrl: values.SMTP_URL,
    hasDevelopmentMailbox: !values.SMTP_URL && isLoopback,
    mailFrom: values.MAIL_FROM ?? `no-reply@${rootDomain}`,
    inboundSmtpPort: values.INBOUND_SMTP_PORT,
    inboundDomain: values.INBOUND_DOMAIN ?? rootDomain,
    inboundTls:
      values.INBOUND_SMTP_TLS_CERT && values.INBOUND_SMTP_TLS_KEY
        ? { certFile: values.INBOUND_SMTP_TLS_CERT, keyFile: values.INBOUND_SMTP_TLS_KEY }
        : undefined,
    registration: registrationOf(values, isLocal),
    operatorContact: values.OPERATOR_CONTACT ?? null,
    mailBounds: mailBoundsOf(values, isLocal),
    trustedProxies: values.TRUSTED_PROXIES,
    trustedRelays: values.TRUSTED_RELAYS.map((text) => {
      const [network = '', name] = text.split('=')
      return { network, authservId: name?.toLowerCase() ?? null }
    }),
    serviceTrialDays: values.SERVICE_TRIAL_DAYS,
    mostStoredBytes: values.STORAGE_QUOTA_GB * 1024 ** 3,
    avatarUrl: values.AVATAR_URL === 'off' ? null : values.AVATAR_URL,
    checksOutsideLinks: values.OUTSIDE_LINKS === 'on',
    outboundPorts: values.OUTBOUND_PORTS,
    /** What limits per network address, sender, workspace and session are multiplied by. */
    limitFactor: values.RATE_LIMITS === 'relaxed' ? 1000 : 1,
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN,
  }
}

const registrationOf = ({ REGISTRATION }: EnvironmentValues, isLocal: boolean) =>
  REGISTRATION ?? (isLocal ? 'open' : 'first')

/** How many mails that nobody asked for may go in a day: where anybody may register, fewer of those who just did. */
function mailBoundsOf(values: EnvironmentValues, isLocal: boolean) {
  const isOpen = registrationOf(values, isLocal) === 'open'
  const workspace = values.UNSOLICITED_MAILS_WORKSPACE ?? (isOpen ? 500 : 2000)
  return {
    newWorkspace: isOpen ? (values.UNSOLICITED_MAILS_NEW_WORKSPACE ?? 50) : workspace,
    workspace,
    installation: values.UNSOLICITED_MAILS_INSTALLATION ?? (isOpen ? 5000 : null),
  }
}

function refuseWhatDoesNotFit(values: EnvironmentValues, isLoopback: boolean) {
  const { HOST, SMTP_URL, RATE_LIMITS, DATABASE_URL, DATABASE_OWNER_URL } = values
  if (!isLoopback && !SMTP_URL) {
    refuse(
      `SMTP_URL is missing: on HOST ${HOST} sign-in codes need a mail relay, for example smtp://user:password@relay:587.`,
    )
  }
  if (!isLoopback && RATE_LIMITS === 'relaxed')
    refuse(`RATE_LIMITS can't be relaxed on HOST ${HOST}: only on 127.0.0.1.`)
  if (DATABASE_OWNER_URL && !DATABASE_URL) refuse('DATABASE_OWNER_URL needs DATABASE_URL beside it.')
  if (Boolean(values.INBOUND_SMTP_TLS_CERT) !== Boolean(values.INBOUND_SMTP_TLS_KEY)) {
    refuse('INBOUND_SMTP_TLS_CERT and INBOUND_SMTP_TLS_KEY need each other: set both or none.')
  }
  for (const [name, url] of Object.entries({ SMTP_URL, DATABASE_URL, DATABASE_OWNER_URL })) {
    if (!isLoopback && url && isSample(new URL(url).password))
      refuse(`${name} holds a sample password: choose another.`)
  }
}

function refuse(sentence: string): never {
  throw new CannotStart(sentence)
}

const originOfFiles = (given: string, origin: (host: string) => string) =>
  given.includes('://') ? new URL(given).origin : origin(given)
