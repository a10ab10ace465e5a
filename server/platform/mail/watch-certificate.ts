import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'

export type CertificateFiles = { certFile: string; keyFile: string }
export type Certificate = { cert: string; key: string }

type Watch = {
  files: CertificateFiles
  known: Certificate
  renew(certificate: Certificate): void
  log: { info(fields: object, phrase: string): void; error(fields: object, phrase: string): void }
  everyMs?: number
}

export const readCertificate = async ({ certFile, keyFile }: CertificateFiles): Promise<Certificate> => ({
  cert: await readFile(certFile, 'utf8'),
  key: await readFile(keyFile, 'utf8'),
})

/**
 * Loads renewed certificates without a restart. Compares the content, because a renewal may replace links or folders.
 * Ignores an unusable certificate, such as a half-written pair.
 */
export function watchCertificate({ files, known, renew, log, everyMs = 60_000 }: Watch): () => void {
  let seen = textOf(known)
  const look = async () => {
    const certificate = await readCertificate(files)
    if (textOf(certificate) === seen) return
    seen = textOf(certificate)
    refuseUnusable(certificate)
    renew(certificate)
    log.info({}, 'the certificate of incoming mail was read again')
  }
  const timer = setInterval(() => {
    look().catch((err: unknown) => log.error({ err }, 'the new certificate of incoming mail cannot be used'))
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

// Throws if the certificate is unusable. Without this check an empty or half-written file would be accepted, and every
// TLS handshake would fail.
function refuseUnusable({ cert, key }: Certificate) {
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    throw new Error('The certificate and its key do not belong together')
}

const textOf = ({ cert, key }: Certificate) => `${cert}\n${key}`
