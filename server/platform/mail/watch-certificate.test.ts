import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js'
import { expect, onTestFinished, test } from 'vitest'
import { startSmtpListener } from './smtp-listener.ts'
import { readCertificate, watchCertificate } from './watch-certificate.ts'

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/certificates/${name}`, import.meta.url))

async function startWithFirst() {
  const folder = await mkdtemp(join(tmpdir(), 'startup-tools-certificate-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  await copyFile(fixture('first.cert'), files.certFile)
  await copyFile(fixture('first.key'), files.keyFile)
  const known = await readCertificate(files)
  const told: string[] = []
  const log = {
    info: (_: object, phrase: string) => told.push(phrase),
    error: (_: object, phrase: string) => told.push(phrase),
  }
  const listener = await startSmtpListener({
    host: '127.0.0.1',
    port: 0,
    tls: known,
    isKnownRecipient: async () => true,
    store: async () => {},
    log,
  })
  const stop = watchCertificate({ files, known, renew: listener.renewCertificate, log, everyMs: 10 })
  onTestFinished(() => {
    stop()
    return listener.close()
  })
  return { files, told, port: listener.port }
}

/** Returns the common name of the certificate that the mail server shows. */
const nameShown = (port: number) =>
  new Promise<string>((resolve, reject) => {
    const client = new SMTPConnection({ host: '127.0.0.1', port, requireTLS: true, tls: { rejectUnauthorized: false } })
    client.once('error', reject)
    client.connect(() => {
      resolve(String((client._socket as TLSSocket).getPeerCertificate().subject.CN))
      client.quit()
    })
  })

test('a renewed certificate is shown without a start, and half of a new pair is not', async () => {
  const { files, told, port } = await startWithFirst()
  expect(await nameShown(port)).toBe('first.mail.example')

  await copyFile(fixture('second.cert'), files.certFile)
  await expect.poll(() => told).toContain('the new certificate of incoming mail cannot be used')
  expect(await nameShown(port)).toBe('first.mail.example')

  await copyFile(fixture('second.key'), files.keyFile)
  await expect.poll(() => told).toContain('the certificate of incoming mail was read again')
  expect(await nameShown(port)).toBe('second.mail.example')
})
