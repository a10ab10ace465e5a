import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startTemporary } from '../postgres.ts'
import { type Identities, openIdentities, rootDomain } from './identities.ts'

type Mail = {
  headers: Record<string, string>
  from: string
  to: string
  replyTo: string
  subject: string
  text: string
  html: string
  messageId: string
  inReplyTo: string
  references: string
}

// biome-ignore lint/suspicious/noExplicitAny: stories read answers of every kind
type Answer = { status: number; body: any }

/** Gives tests access to the running product. */
export type Site = {
  port: number
  smtpPort: number
  /** Returns the URL of a page. `host`: `app`, `mail`, a workspace, or an empty text for the root. */
  at(host: string, path?: string): string
  /** Waits for a mail to an address. Returns the newest mail that `fits` accepts. */
  mailTo(address: string, fits?: (mail: Mail) => boolean): Promise<Mail>
  /** Waits for the newest code to an address. Never returns a code twice. */
  codeFor(address: string): Promise<string>
  /** Throws if a write is refused. */
  api(method: string, path: string, options?: { token?: string; body?: unknown; host?: string }): Promise<Answer>
  /** Creates people and sessions without sign-in codes. */
  identities: Identities
  /** Moves waiting jobs forward by `seconds`, for example held replies and schedules. */
  passTime(seconds: number): Promise<void>
  /** Kills the server as in a power cut. The database keeps running, and the caller must start the server again. */
  kill(): Promise<void>
  /** Starts the server again, with other settings if they are given. */
  start(settings?: Record<string, string>): Promise<void>
}

export async function startSite() {
  const dataDir = mkdtempSync(join(tmpdir(), 'startup-tools-story-'))
  const [port, smtpPort] = [await freePort(), await freePort()]
  const database = await makeDatabase()
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PORT: String(port),
    INBOUND_SMTP_PORT: String(smtpPort),
    RATE_LIMITS: 'relaxed',
    AVATAR_URL: 'off',
    // Prevents requests to the internet, because no host there uses this port.
    OUTBOUND_PORTS: '9',
    LOG_LEVEL: 'warn',
    DATABASE_URL: database.url,
  }
  const start = async (settings: Record<string, string> = {}) => {
    const child = spawn(process.execPath, ['server/start/main.ts'], {
      env: { ...environment, ...settings },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    await waitUntilReady(child, port)
    return child
  }
  let child = await start()
  const identities = openIdentities(database.url, dataDir)
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  return {
    site: {
      ...describeSite(port, smtpPort),
      identities,
      passTime: identities.bringJobsForward,
      kill: () => end('SIGKILL'),
      start: async (settings?: Record<string, string>) => {
        child = await start(settings)
      },
    },
    async stop() {
      await end('SIGTERM')
      await identities.close()
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Creates a database on the server that TEST_DATABASE_URL names. Without this variable, starts a temporary server. */
async function makeDatabase() {
  const given = process.env.TEST_DATABASE_URL
  if (!given) return startTemporary()
  const name = `startup_tools_story_${randomBytes(4).toString('hex')}`
  const onServer = async (text: string) => {
    const client = new Client({ connectionString: given })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await onServer(`create database ${name}`)
  const url = new URL(given)
  url.pathname = `/${name}`
  return { url: url.href, stop: () => onServer(`drop database ${name} with (force)`) }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

async function waitUntilReady(child: ChildProcess, port: number) {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error('The server ended before it was ready')
    const ready = await send(port, '127.0.0.1', 'GET', '/readyz').catch(() => null)
    if (ready?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The server did not become ready')
}

function describeSite(port: number, smtpPort: number): Omit<Site, 'kill' | 'start' | 'identities' | 'passTime'> {
  const hostOf = (name: string) => (name ? `${name}.${rootDomain}:${port}` : `${rootDomain}:${port}`)
  const used = new Set<string>()
  const mailTo: Site['mailTo'] = async (address, fits = () => true) => {
    for (let tries = 0; tries < 300; tries += 1) {
      const { body } = await send(port, hostOf('mail'), 'GET', `/messages?to=${encodeURIComponent(address)}`)
      const found = (body as Mail[]).find(fits)
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`No such mail came to ${address}`)
  }
  return {
    port,
    smtpPort,
    at: (host, path = '/') => `http://${hostOf(host)}${path}`,
    mailTo,
    async codeFor(address) {
      const mail = await mailTo(
        address,
        ({ subject, messageId }) => /^Your .* code: \d{6}$/.test(subject) && !used.has(messageId),
      )
      used.add(mail.messageId)
      return /\d{6}/.exec(mail.subject)![0]
    },
    async api(method, path, { token, body, host = 'api' } = {}) {
      const answer = await send(port, hostOf(host), method, path, { token, body })
      // Fails at once. Otherwise the test would wait minutes for the effects of the refused write.
      if (method !== 'GET' && answer.status >= 400)
        throw new Error(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer
    },
  }
}

/**
 * Sends a request to localhost with the host name in a header, because Node does not resolve subdomains of localhost.
 */
function send(
  port: number,
  host: string,
  method: string,
  path: string,
  { token, body }: { token?: string | undefined; body?: unknown } = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      host,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(payload ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) } : {}),
    }
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({
          status: response.statusCode!,
          body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
        })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(payload)
  })
}
