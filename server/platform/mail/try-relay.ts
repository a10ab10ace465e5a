import { connectRelay, type RelayConnection } from './connect-relay.ts'
import { isOfTls, type SmtpError } from './explain-failure.ts'

/** Each comes after the one before. */
export type RelayStep = 'name' | 'connection' | 'greeting' | 'encryption' | 'sign-in'

export type RelayFailure = {
  step: RelayStep
  /** The name of the error, such as ECONNREFUSED or DEPTH_ZERO_SELF_SIGNED_CERT. */
  code: string
  /** The reply of the relay, if there was one. */
  answer: string | null
  message: string
}

type RelayTrial = { isEncrypted: boolean; isSignedIn: boolean; failure: RelayFailure | null }

const trialTimeouts = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Runs every step before a mail: finds the relay, connects, encrypts, signs in. Sends no mail. */
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
      failure: describeFailure(error as SmtpError, connection),
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
