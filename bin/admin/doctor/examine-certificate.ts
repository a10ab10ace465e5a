import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readCertificate } from '#server/platform/mail/watch-certificate.ts'
import { isLoopbackName, type Settings } from '#server/platform/settings/settings.ts'
import { broken, codeOf, doubtful, type Finding, well } from './finding.ts'

const dayMs = 24 * 60 * 60_000
const fewDays = 14

/**
 * Checks the TLS certificate of the SMTP server for incoming mail. `examineSite` checks the certificate of the website.
 */
export async function examineCertificate(settings: Settings): Promise<Finding[]> {
  const { inboundTls, inboundSmtpHost, roles } = settings
  if (!roles.has('mail')) return []
  if (!inboundTls) {
    // On a loopback address, mail comes from another mail server on this machine, and that server encrypts.
    if (isLoopbackName(inboundSmtpHost)) return []
    return [doubtful('Incoming mail is not encrypted. Set INBOUND_SMTP_TLS_CERT and INBOUND_SMTP_TLS_KEY.')]
  }
  try {
    const { cert, key } = await readCertificate(inboundTls)
    const certificate = new X509Certificate(cert)
    if (!certificate.checkPrivateKey(createPrivateKey(key)))
      return [
        broken(
          'INBOUND_SMTP_TLS_KEY is not the key of the certificate in INBOUND_SMTP_TLS_CERT. Set both to files that belong together.',
        ),
      ]
    return [examineLife('The certificate of incoming mail', certificate.validToDate)]
  } catch (error) {
    return [
      broken(
        `The certificate of incoming mail can't be used (${codeOf(error)}). Set INBOUND_SMTP_TLS_CERT and _KEY to files in PEM format.`,
      ),
    ]
  }
}

export function examineLife(name: string, end: Date): Finding {
  const days = Math.floor((end.getTime() - Date.now()) / dayMs)
  const day = end.toISOString().slice(0, 10)
  if (days < 0) return broken(`${name} expired on ${day}. Renew it.`)
  if (days < fewDays) return doubtful(`${name} expires on ${day}. Renew it.`)
  return well(`${name} is valid until ${day}.`)
}
