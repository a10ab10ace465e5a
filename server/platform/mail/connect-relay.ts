import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Options } from 'nodemailer/lib/smtp-connection'

export type RelayConnection = SMTPConnection
type RelayOptions = Options & { auth?: { user: string; pass: string } }

/** A connection to the relay by SMTP_URL. `connected` fails with nodemailer's error. */
export async function connectRelay(url: string, timeouts: Options) {
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
 * Whether the relay takes mail to addresses beyond ASCII (RFC 6531). Without the extension the transport would send
 * such an address as bytes that servers must not accept.
 */
export async function offersSmtpUtf8(url: string, timeouts: Options): Promise<boolean> {
  const { connection, connected } = await connectRelay(url, timeouts)
  try {
    await connected
    // After connecting, the last reply lists the extensions (those within TLS, if it is used).
    return /^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse))
  } finally {
    connection.close()
  }
}
