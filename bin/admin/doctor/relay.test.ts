import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { diagnose } from '#test/doctor.ts'
import { openRelayOn } from '#test/relay.ts'

beforeEach(() => {
  process.exitCode = 0
})
afterEach(() => {
  process.exitCode = 0
})

const certificate = (name: string) =>
  readFileSync(new URL(`../../../server/platform/mail/fixtures/certificates/first.${name}`, import.meta.url), 'utf8')
const files = { cert: certificate('cert'), key: certificate('key') }

/** Starts a relay that accepts the user `ada` with the password Sae4ohth. Returns its port. */
async function startRelay(options: SMTPServerOptions) {
  const server = new SMTPServer({
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'ada' && password === 'Sae4ohth' ? done(null, { user: 'ada' }) : done(new Error('Wrong password')),
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return (server.server.address() as AddressInfo).port
}

/** Starts a server that sends `greeting` on each connection and then closes the connection. Returns its port. */
async function startPort(greeting: string) {
  const server = createServer((socket) =>
    socket
      .resume()
      .on('error', () => {})
      .end(greeting),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const plain: SMTPServerOptions = { disabledCommands: ['STARTTLS'] }
async function relayLine(SMTP_URL: string) {
  const { told } = await diagnose({ variables: { SMTP_URL } })
  return { line: told.split('\n').find((line) => /^[✓!✗] .*\brelay\b/.test(line)), told }
}

test('a relay that answers, encrypts and takes the sign-in is well', async () => {
  const port = await startRelay(files)
  const { line } = await relayLine(`smtp://ada:Sae4ohth@127.0.0.1:${port}`)
  expect(line).toBe(`✓ The relay 127.0.0.1:${port} answers with encryption. The sign-in works.`)
  expect(process.exitCode).toBe(0)
})

test('a relay on this machine need not encrypt, and who names no user is told so', async () => {
  const port = await startRelay({ ...plain, authOptional: true })
  const { line } = await relayLine(`smtp://127.0.0.1:${port}`)
  expect(line).toBe(
    `✓ The relay 127.0.0.1:${port} answers without encryption. No sign-in was tested, because SMTP_URL contains no user. The connection does not leave this machine.`,
  )
})

test('a wrong password is at fault, with the words of the relay and without ours', async () => {
  const port = await startRelay(plain)
  const { line, told } = await relayLine(`smtp://ada:not-Sae4ohth@127.0.0.1:${port}`)
  expect(line).toMatch(
    new RegExp(
      `^✗ The relay 127\\.0\\.0\\.1:${port} rejected the sign-in: “535 Wrong password”\\. Check the user and password`,
    ),
  )
  expect(told).not.toContain('not-Sae4ohth')
  expect(process.exitCode).toBe(1)
})

test.each<[string, () => Promise<number>, (port: number) => string, RegExp]>([
  [
    'a closed port',
    async () => 1,
    (port) => `smtp://127.0.0.1:${port}`,
    /refused the connection\. Check the host and port in SMTP_URL/,
  ],
  [
    'a name that nobody has',
    async () => 25,
    (port) => `smtp://relay.invalid:${port}`,
    /^✗ The host name of the relay, relay\.invalid, was not found \(\w+\)\. Check SMTP_URL/,
  ],
  [
    'a relay that does not encrypt though it has to',
    () => startRelay(plain),
    (port) => `smtp://127.0.0.1:${port}/?requireTLS=true`,
    /does not support encryption, but SMTP_URL requires it: “500 .*”\. Use a port with STARTTLS/,
  ],
  [
    'smtps:// to a port that begins unencrypted',
    () => startRelay(plain),
    (port) => `smtps://127.0.0.1:${port}`,
    /does not use implicit TLS, but SMTP_URL contains smtps:\/\/ .* Use smtp:\/\//,
  ],
  [
    'a certificate that nobody vouches for',
    () => startRelay(files),
    (port) => `smtp://127.0.0.1:${port}/?tls.rejectUnauthorized=true`,
    /^✗ The certificate of the relay .* is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate\)\. Use the host name of the certificate in SMTP_URL/,
  ],
  [
    'what is no mail server',
    () => startPort('HTTP/1.1 400 Bad Request\r\n\r\n'),
    (port) => `smtp://127.0.0.1:${port}`,
    /sent an unexpected answer: “HTTP\/1\.1 400 Bad Request”/,
  ],
  [
    'a user where the relay knows none',
    () => startRelay({ disabledCommands: ['STARTTLS', 'AUTH'] }),
    (port) => `smtp://ada:Sae4ohth@127.0.0.1:${port}`,
    /does not support sign-in on this port: “50\d .*”\. Remove the user and password from SMTP_URL/,
  ],
  [
    'a user without a password',
    () => startRelay(plain),
    (port) => `smtp://ada@127.0.0.1:${port}`,
    /^✗ The sign-in at the relay .* failed .* Set SMTP_URL to smtp:\/\/USER:PASSWORD@HOST:PORT/,
  ],
])('%s is at fault, with what to do', async (_, start, urlOf, sentence) => {
  const { line } = await relayLine(urlOf(await start()))
  expect(line).toMatch(sentence)
  expect(line).toMatch(/^✗ /)
  expect(process.exitCode).toBe(1)
})

test('--mail sends one mail, and tells whether the relay took it', async () => {
  const answers = [null, { code: 550, text: '5.7.1 Not from here' }]
  const { taken, port } = await openRelayOn(() => answers.shift() ?? null)
  const variables = { SMTP_URL: `smtp://127.0.0.1:${port}` }
  const sent = await diagnose({ variables, mail: 'Ada@example.com' })
  expect(sent.told).toContain(
    `✓ 127.0.0.1:${port} accepted a mail from no-reply@startuptools.localhost to ada@example.com.`,
  )
  expect(taken).toMatchObject([{ recipient: 'ada@example.com' }])
  expect(process.exitCode).toBe(0)

  const refused = await diagnose({ variables, mail: 'ada@example.com' })
  expect(refused.marked('✗')).toEqual([expect.stringMatching(/ did not accept a mail to ada@example\.com \(5\.7\.1\)/)])
  expect(process.exitCode).toBe(1)
})

test('--mail sends nothing where the relay cannot be used, and without one', async () => {
  const lost = await diagnose({ variables: { SMTP_URL: 'smtp://127.0.0.1:1' }, mail: 'ada@example.com' })
  expect(lost.told).toContain("- No mail was sent to ada@example.com, because the relay can't be used.")
  const none = await diagnose({ mail: 'ada@example.com' })
  expect(none.marked('✗')).toEqual([expect.stringMatching(/^✗ There is no relay, because SMTP_URL is not set/)])
})
