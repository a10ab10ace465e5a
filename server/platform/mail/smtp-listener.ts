import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { productName } from '#contract/texts.ts'
import { type ReceivedMail, receiveMessage } from './receive-message.ts'
import { countByAddress, refuseConnection, SmtpReply, watchSessions } from './smtp-sessions.ts'

export type { RawSource, ReceivedMail } from './receive-message.ts'
export { bytesOf, readRawMail, readStart } from './receive-message.ts'
export { SmtpReply } from './smtp-sessions.ts'

export type SmtpLimits = {
  messageBytes: number
  memoryBytes: number
  recipients: number
  connections: number
  connectionsPerAddress: number
  commandBytes: number
  lineBytes: number
  idleMs: number
  sessionMs: number
  drainMs: number
}

export const smtpLimits: SmtpLimits = {
  messageBytes: 35 * 1024 * 1024,
  memoryBytes: 1024 * 1024,
  recipients: 50,
  connections: 100,
  connectionsPerAddress: 5,
  commandBytes: 512,
  lineBytes: 2_000,
  idleMs: 60_000,
  sessionMs: 600_000,
  drainMs: 25_000,
}

export const relaxSmtpLimits = (limits: SmtpLimits): SmtpLimits => ({
  ...limits,
  connectionsPerAddress: limits.connectionsPerAddress * 1_000,
})

type Log = {
  info(fields: object, phrase: string): void
  error(fields: object, phrase: string): void
}

export type SmtpListenerOptions = {
  host: string
  port: number
  name?: string
  tls?: { cert: string | Buffer; key: string | Buffer }
  limits?: SmtpLimits
  spoolFolder?: string
  isKnownRecipient(address: string): Promise<boolean>
  /** Resolves after the mail is stored durably, before the listener acknowledges it. May throw an `SmtpReply`. */
  store(mail: ReceivedMail): Promise<void>
  log: Log
}

export type SmtpListener = {
  port: number
  renewCertificate(tls: { cert: string; key: string }): void
  close(): Promise<void>
}

const NEVER_NEEDED = ['AUTH', 'VRFY', 'EXPN', 'HELP', 'XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL']

export async function startSmtpListener(options: SmtpListenerOptions): Promise<SmtpListener> {
  const limits = options.limits ?? smtpLimits
  const addresses = countByAddress(limits.connectionsPerAddress)
  const server: SMTPServer = new SMTPServer({
    ...describeServer(options, limits),
    onConnect(session, done) {
      if (!addresses.admit(session)) return done(refuseConnection())
      sessions.open(session)
      done()
    },
    onClose(session) {
      addresses.release(session)
      sessions.close(session)
    },
    onRcptTo({ address }, _session, done) {
      checkRecipient(options, address).then(() => done(), done)
    },
    onData(stream, session, done) {
      sessions.beginMail(session)
      receiveMessage(stream, limits, options.spoolFolder)
        .then((received) => storeMail(options, session, received))
        .then(() => done(null, 'Stored'), done)
        .finally(() => sessions.endMail(session, stream.sizeExceeded))
    },
  })
  const sessions = watchSessions(server, limits.sessionMs)
  server.on('error', (error: Error & { code?: string }) =>
    options.log.info({ code: error.code }, 'smtp connection failed'),
  )

  await listen(server, options)
  return {
    port: (server.server.address() as AddressInfo).port,
    renewCertificate: (tls) => server.updateSecureContext(tls),
    close() {
      sessions.hangUpIdle()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

function describeServer({ tls, name }: SmtpListenerOptions, limits: SmtpLimits): SMTPServerOptions {
  return {
    ...tls,
    ...(name && { name }),
    logger: false,
    banner: productName,
    size: limits.messageBytes,
    rejectOversized: true,
    maxClients: limits.connections,
    maxRecipients: limits.recipients,
    maxCommandLength: limits.commandBytes,
    socketTimeout: limits.idleMs,
    closeTimeout: limits.drainMs,
    authOptional: true,
    disableReverseLookup: true,
    // Accepts unusual envelope addresses, because the headers decide whether the mail is accepted.
    lenientAddressParsing: true,
    hideENHANCEDSTATUSCODES: false,
    disabledCommands: tls ? NEVER_NEEDED : [...NEVER_NEEDED, 'STARTTLS'],
  }
}

async function checkRecipient({ isKnownRecipient, log }: SmtpListenerOptions, address: string): Promise<void> {
  let isKnown: boolean
  try {
    isKnown = await isKnownRecipient(address)
  } catch (error) {
    if (error instanceof SmtpReply) throw error
    log.error({ err: error }, 'recipient could not be checked')
    throw new SmtpReply(451, 'The mailbox cannot be checked right now. Please try again later.')
  }
  if (!isKnown) throw new SmtpReply(550, 'There is no mailbox with this address here.')
}

type Received = Awaited<ReturnType<typeof receiveMessage>>

async function storeMail(options: SmtpListenerOptions, session: SMTPServerSession, received: Received): Promise<void> {
  try {
    await options.store({
      envelopeFrom: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
      recipients: session.envelope.rcptTo.map(({ address }) => address),
      remoteAddress: session.remoteAddress,
      heloName: session.hostNameAppearsAs || '',
      secure: session.secure,
      raw: received.raw,
    })
  } catch (error) {
    if (error instanceof SmtpReply) throw error
    options.log.error({ err: error }, 'mail could not be stored')
    throw new SmtpReply(451, 'The mail could not be stored. Please try again later.')
  } finally {
    await received.discard()
  }
}

function listen(server: SMTPServer, { host, port }: SmtpListenerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
}
