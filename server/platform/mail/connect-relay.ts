import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Options } from 'nodemailer/lib/smtp-connection'
import { isOfTls, type SmtpError } from './explain-failure.ts'

type RelayConnection = SMTPConnection
type RelayOptions = Options & { auth?: { user: string; pass: string } }

async function connectRelay(url: string, timeouts: Options) {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const { parseConnectionUrl } = await import('nodemailer/lib/shared')
  const options: RelayOptions = { ...(parseConnectionUrl(url) as RelayOptions), ...timeouts }
  const connection: RelayConnection = new Connection(options)
  const connected = new Promise<void>((resolve, reject) => {
    connection.on('error', reject)
    connection.connect((error) => (error ? reject(error) : resolve()))
  })
  return { connection, options, connected }
}

/**
 * Returns whether the relay supports SMTPUTF8 (RFC 6531). Without this support, nodemailer would send bytes that
 * servers must refuse.
 */
export async function offersSmtpUtf8(url: string, timeouts: Options): Promise<boolean> {
  const { connection, connected } = await connectRelay(url, timeouts)
  try {
    await connected
    // The last reply while connecting lists the extensions.
    return /^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse))
  } finally {
    connection.close()
  }
}

export type RelayStep = 'name' | 'connection' | 'greeting' | 'encryption' | 'sign-in'

export type RelayFailure = {
  step: RelayStep
  code: string
  answer: string | null
  message: string
}

type RelayTrial = { isEncrypted: boolean; isSignedIn: boolean; failure: RelayFailure | null }

const trialTimeouts = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export async function tryRelay(url: string): Promise<RelayTrial> {
  const { connection, options, connected } = await connectRelay(url, trialTimeouts)
  const { auth } = options
  try {
    await connected
    if (auth) await signIn(connection, auth)
    return { isEncrypted: connection.secure, isSignedIn: Boolean(auth), failure: null }
  } catch (error) {
    return {
      isEncrypted: connection.secure,
      isSignedIn: false,
      failure: describeFailure(error instanceof Error ? error : new Error(String(error)), connection),
    }
  } finally {
    connection.close()
  }
}

const signIn = (connection: RelayConnection, auth: { user: string; pass: string }) =>
  new Promise<void>((resolve, reject) => {
    connection.on('error', reject)
    connection.login(auth, (error) => (error ? reject(error) : resolve()))
  })

function describeFailure(error: SmtpError, connection: RelayConnection): RelayFailure {
  const code = error.originalCode ?? error.code ?? 'EUNKNOWN'
  const { response } = error
  return {
    step: findStep(error, connection),
    code,
    answer: response ? oneLine(response) : null,
    message: oneLine(error.message),
  }
}

const oneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200)

function findStep(error: SmtpError, { stage }: RelayConnection): RelayStep {
  if (error.code === 'EDNS') return 'name'
  if (error.code === 'EAUTH' || error.command?.startsWith('AUTH')) return 'sign-in'
  if (error.code === 'ETLS' || isOfTls(error)) return 'encryption'
  return stage === 'init' ? 'connection' : 'greeting'
}
