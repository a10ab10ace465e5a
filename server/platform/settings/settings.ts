import { join, resolve } from 'node:path'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { type EnvironmentValues, isSample, parseEnvironment, type SettingName, type Variables } from './environment.ts'

export type Settings = ReturnType<typeof readSettings>

export function readSettings(variables: Variables, faultsOfFile: string[] = []) {
  const faults = [...faultsOfFile, ...findFaults(variables)]
  if (faults.length > 0) throw new CannotStart(faults.join('\n'))
  const { values } = parseEnvironment(variables)
  const { isLoopback, isLocal } = domainKindOf(values)
  const isSending = values.SENDING === 'on'
  const smtpUrl = isSending && values.SMTP_URL ? relayUrl(values.SMTP_URL) : undefined
  const rootDomain = values.ROOT_DOMAIN
  const publicScheme = values.PUBLIC_SCHEME ?? (isLocal ? 'http' : 'https')
  const publicPort = values.PUBLIC_PORT ?? (isLocal ? values.PORT : undefined)
  const origin = (host: string) => new URL(`${publicScheme}://${host}${publicPort ? `:${publicPort}` : ''}`).origin
  const filesOrigin = originOfFiles(values.FILES_ORIGIN ?? `files.${rootDomain}`, origin)
  const dataDir = resolve(values.DATA_DIR)
  return {
    port: values.PORT,
    host: values.HOST,
    isLoopback,
    /** True if `ROOT_DOMAIN` is a localhost name, which only this machine reaches. Enables development features. */
    isLocal,
    publicScheme,
    publicPort,
    rootDomain,
    appHost: `app.${rootDomain}`,
    apiHost: `api.${rootDomain}`,
    mailHost: `mail.${rootDomain}`,
    filesHost: new URL(filesOrigin).hostname,
    origin,
    rootOrigin: origin(rootDomain),
    appOrigin: origin(`app.${rootDomain}`),
    apiOrigin: origin(`api.${rootDomain}`),
    mailOrigin: origin(`mail.${rootDomain}`),
    filesOrigin,
    workspaceOrigin: (domain: string) => origin(`${domain}.${rootDomain}`),
    dataDir,
    filesDir: resolve(values.FILES_URL ?? join(dataDir, 'files')),
    /** Undefined if the embedded database is used. */
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL ?? values.DATABASE_URL,
    connections: {
      app: values.APP_CONNECTIONS,
      identity: values.IDENTITY_CONNECTIONS,
      reader: values.READER_CONNECTIONS,
    },
    workerJobs: values.WORKER_JOBS,
    roles: new Set(values.ROLES),
    /**
     * False for a copy of an installation, which sends no mails and no requests to other servers. If the root domain is
     * a localhost name, the development mailbox shows the mails of the copy.
     */
    isSending,
    smtpUrl,
    hasDevelopmentMailbox: !smtpUrl && isLocal,
    mailFrom: values.MAIL_FROM ?? `no-reply@${rootDomain}`,
    inboundSmtpHost: values.INBOUND_SMTP_HOST ?? values.HOST,
    inboundSmtpPort: values.INBOUND_SMTP_PORT,
    inboundDomain: values.INBOUND_DOMAIN ?? rootDomain,
    formerDomains: values.FORMER_DOMAINS,
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
    serviceTrialDays: values.SERVICE_TRIAL_DAYS ?? (isLocal ? 14 : 0),
    mostStoredBytes: values.STORAGE_QUOTA_GB * 1024 ** 3,
    avatarUrl: isSending && values.AVATAR_URL !== 'off' ? values.AVATAR_URL : null,
    checksOutsideLinks: isSending && values.OUTSIDE_LINKS === 'on',
    outboundPorts: values.OUTBOUND_PORTS,
    limitFactor: values.RATE_LIMITS === 'relaxed' ? 1000 : 1,
    leastFreeBytes: values.LEAST_FREE_DISK_MB * 1024 ** 2,
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN,
  }
}

const registrationOf = ({ REGISTRATION }: EnvironmentValues, isLocal: boolean) =>
  REGISTRATION ?? (isLocal ? 'open' : 'first')

// Returns the maximum numbers of unsolicited mails per day. New workspaces get a lower maximum if anybody may register.
function mailBoundsOf(values: EnvironmentValues, isLocal: boolean) {
  const isOpen = registrationOf(values, isLocal) === 'open'
  const workspace = values.UNSOLICITED_MAILS_WORKSPACE ?? (isOpen ? 500 : 2000)
  return {
    newWorkspace: isOpen ? (values.UNSOLICITED_MAILS_NEW_WORKSPACE ?? 50) : workspace,
    workspace,
    installation: values.UNSOLICITED_MAILS_INSTALLATION ?? (isOpen ? 5000 : null),
  }
}

type DomainKind = { isLoopback: boolean; isLocal: boolean }

const domainKindOf = ({ HOST, ROOT_DOMAIN }: EnvironmentValues): DomainKind => ({
  isLoopback: isLoopbackName(HOST),
  isLocal: ROOT_DOMAIN.endsWith('.localhost'),
})

export const isLoopbackName = (host: string) => /^(127(\.\d+){3}|::1|\[::1\]|localhost)$/.test(host)

/** Lets a relay on this machine use any certificate, because nothing leaves the machine. A value in the URL wins. */
function relayUrl(given: string): string {
  const url = new URL(given)
  const isHere = isLoopbackName(url.hostname)
  if (isHere && !url.searchParams.has(anyCertificate)) url.searchParams.set(anyCertificate, 'false')
  return url.href
}

const anyCertificate = 'tls.rejectUnauthorized'

export function findFaults(variables: Variables): string[] {
  const { values, faults } = parseEnvironment(variables)
  return [...faults.values(), ...judge(refusals, values, faults)]
}

export function findWarnings(variables: Variables): string[] {
  const { values, faults } = parseEnvironment(variables)
  return judge(warnings, values, faults)
}

type Rule = { about: SettingName[]; judge(values: EnvironmentValues, kind: DomainKind): string | false | undefined }

/** Returns the sentences of all broken rules. Skips rules about settings that are already faulty. */
const judge = (rules: Rule[], values: EnvironmentValues, faults: Map<SettingName, string>) =>
  rules
    .filter(({ about }) => !about.some((name) => faults.has(name)))
    .map((rule) => rule.judge(values, domainKindOf(values)))
    .filter((sentence) => typeof sentence === 'string')

const sampleRule = (name: 'SMTP_URL' | 'DATABASE_URL' | 'DATABASE_OWNER_URL'): Rule => ({
  about: [name, 'HOST', 'ROOT_DOMAIN'],
  judge: ({ [name]: url }, { isLoopback, isLocal }) =>
    !(isLoopback && isLocal) &&
    url !== undefined &&
    isSample(new URL(url).password) &&
    `${name} holds a sample password: choose another.`,
})

const refusals: Rule[] = [
  {
    about: ['SMTP_URL', 'ROOT_DOMAIN', 'SENDING'],
    judge: ({ SMTP_URL, ROOT_DOMAIN, SENDING }, { isLocal }) =>
      !isLocal &&
      SENDING === 'on' &&
      !SMTP_URL &&
      `SMTP_URL is missing: on ROOT_DOMAIN ${ROOT_DOMAIN} sign-in codes need a mail relay, for example smtp://user:password@relay.example:587.`,
  },
  {
    about: ['RATE_LIMITS', 'HOST'],
    judge: ({ RATE_LIMITS, HOST }, { isLoopback }) =>
      !isLoopback && RATE_LIMITS === 'relaxed' && `RATE_LIMITS can't be relaxed on HOST ${HOST}: only on 127.0.0.1.`,
  },
  {
    about: ['RATE_LIMITS', 'ROOT_DOMAIN'],
    judge: ({ RATE_LIMITS, ROOT_DOMAIN }, { isLocal }) =>
      !isLocal &&
      RATE_LIMITS === 'relaxed' &&
      `RATE_LIMITS can't be relaxed on ROOT_DOMAIN ${ROOT_DOMAIN}: only on a localhost name, such as startuptools.localhost.`,
  },
  {
    about: ['DATABASE_URL', 'DATABASE_OWNER_URL'],
    judge: ({ DATABASE_URL, DATABASE_OWNER_URL }) =>
      DATABASE_OWNER_URL && !DATABASE_URL && 'DATABASE_OWNER_URL needs DATABASE_URL beside it.',
  },
  {
    about: ['FORMER_DOMAINS', 'ROOT_DOMAIN'],
    judge: ({ FORMER_DOMAINS, ROOT_DOMAIN }) =>
      FORMER_DOMAINS.includes(ROOT_DOMAIN) &&
      `FORMER_DOMAINS holds ${ROOT_DOMAIN}, which is ROOT_DOMAIN: leave it out.`,
  },
  {
    about: ['INBOUND_SMTP_TLS_CERT', 'INBOUND_SMTP_TLS_KEY'],
    judge: ({ INBOUND_SMTP_TLS_CERT, INBOUND_SMTP_TLS_KEY }) =>
      Boolean(INBOUND_SMTP_TLS_CERT) !== Boolean(INBOUND_SMTP_TLS_KEY) &&
      'INBOUND_SMTP_TLS_CERT and INBOUND_SMTP_TLS_KEY need each other: set both or none.',
  },
  sampleRule('SMTP_URL'),
  sampleRule('DATABASE_URL'),
  sampleRule('DATABASE_OWNER_URL'),
]

const warnings: Rule[] = [
  {
    about: ['SENDING'],
    judge: ({ SENDING }) =>
      SENDING === 'off' &&
      'SENDING is off: the server sends no mail, accepts no mail and makes no requests to other servers. Mails of this time are never sent.',
  },
  {
    about: ['PUBLIC_SCHEME', 'ROOT_DOMAIN'],
    judge: ({ PUBLIC_SCHEME, ROOT_DOMAIN }, { isLocal }) =>
      !isLocal &&
      PUBLIC_SCHEME === 'http' &&
      `PUBLIC_SCHEME is http on ROOT_DOMAIN ${ROOT_DOMAIN}: sessions and codes travel unencrypted. Set it to https.`,
  },
  {
    about: ['ROOT_DOMAIN', 'HOST', 'TRUSTED_PROXIES', 'PUBLIC_SCHEME'],
    judge: ({ ROOT_DOMAIN, HOST, TRUSTED_PROXIES, PUBLIC_SCHEME }, { isLoopback, isLocal }) => {
      const isForOthers = !isLoopback || TRUSTED_PROXIES.length > 0 || PUBLIC_SCHEME === 'https'
      const named = isLoopback
        ? PUBLIC_SCHEME === 'https'
          ? 'PUBLIC_SCHEME https'
          : 'TRUSTED_PROXIES'
        : `HOST ${HOST}`
      return (
        isLocal &&
        isForOthers &&
        `ROOT_DOMAIN ${ROOT_DOMAIN} is a localhost name, which no other machine can reach, and ${named} is for others. Set ROOT_DOMAIN to your domain.`
      )
    },
  },
  {
    about: ['ROOT_DOMAIN', 'HOST', 'TRUSTED_PROXIES', 'PUBLIC_SCHEME'],
    judge: ({ ROOT_DOMAIN, HOST, TRUSTED_PROXIES, PUBLIC_SCHEME }, { isLoopback, isLocal }) => {
      const isBehindProxy = isLoopback || PUBLIC_SCHEME !== 'http'
      const line = isLoopback ? 'TRUSTED_PROXIES=127.0.0.1,::1' : 'TRUSTED_PROXIES=ADDRESS-OF-THE-PROXY'
      const why = isLoopback ? `HOST ${HOST} can only be reached through a proxy` : 'https requires a proxy'
      return (
        !isLocal &&
        isBehindProxy &&
        TRUSTED_PROXIES.length === 0 &&
        `TRUSTED_PROXIES is not set, but on ROOT_DOMAIN ${ROOT_DOMAIN} ${why}: all visitors share one rate limit. Set ${line}, and configure the proxy to send X-Forwarded-For.`
      )
    },
  },
]

const originOfFiles = (given: string, origin: (host: string) => string) =>
  given.includes('://') ? new URL(given).origin : origin(given)
