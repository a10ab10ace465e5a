import type { Options } from 'nodemailer/lib/smtp-connection'

/**
 * Whether the relay takes mail to addresses beyond ASCII (RFC 6531). The transport uses the extension where it is offered, and
 * would send such an address as bytes that no server may take where it is not.
 */
export async function offersSmtpUtf8(url: string, timeouts: Options): Promise<boolean> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const { parseConnectionUrl } = await import('nodemailer/lib/shared')
  const connection = new SMTPConnection({ ...(parseConnectionUrl(url) as Options), ...timeouts })
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.connect((error) => (error ? reject(error) : resolve()))
    })
    // Once it is connected, its last words are the extensions, those within TLS where it has that.
    return /^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse))
  } finally {
    connection.close()
  }
}
