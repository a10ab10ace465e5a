import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryResultRow } from 'pg'
import { withClient } from '#bin/admin/owner-database.ts'
import { findRunningPostgres } from '#server/platform/embedded-postgres.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { connectHttp } from './http.ts'

export type Site = Awaited<ReturnType<typeof newSite>>

/**
 * Prepares an installation with its own embedded database. The server runs as a separate process, which a test can
 * kill.
 */
export async function newSite() {
  const dataDir = mkdtempSync(join(tmpdir(), 'startup-tools-faults-'))
  chmodSync(dataDir, 0o711)
  const [port, smtpPort] = [await freePort(), await freePort()]
  const logFile = join(dataDir, 'log')
  const http = connectHttp(port)
  let child: ChildProcess | null = null
  // Ends the server if the run is interrupted.
  const endChild = () => void child?.kill('SIGTERM')
  process.once('exit', endChild)

  const site = {
    port,
    smtpPort,
    dataDir,
    http,
    /** Starts the server. Returns the milliseconds until it is ready. */
    async start(environment: Record<string, string> = {}): Promise<number> {
      const began = performance.now()
      const output = openSync(logFile, 'a')
      const args = ['--disable-warning=ExperimentalWarning', 'server/start/main.ts']
      child = spawn(process.execPath, args, {
        env: { ...process.env, ...settingsOf({ dataDir, port, smtpPort }), ...environment },
        stdio: ['ignore', output, 'inherit'],
      })
      closeSync(output)
      await waitUntilReady(child, () => http.send({ method: 'GET', path: '/readyz', host: '127.0.0.1' }))
      return performance.now() - began
    },
    /** Kills the server process, as a power cut does. Its database continues to run. */
    async kill() {
      child!.kill('SIGKILL')
      await once(child!, 'exit')
    },
    async stop() {
      if (!site.isRunning()) return
      child!.kill('SIGTERM')
      await once(child!, 'exit')
    },
    /** Returns the errors that the server has logged so far. */
    loggedErrors: () => readFileSync(logFile, 'utf8').match(/^\{"level":[56]0.*$/gm) ?? [],
    pid: () => child!.pid!,
    isRunning: () => child !== null && child.exitCode === null && child.signalCode === null,
    postmaster: () => Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
    /** Runs a query as the owner of the database, who can read all workspaces. */
    async query<R extends QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
      const url = await findRunningPostgres(dataDir, loadSecrets(dataDir).databasePassword)
      return withClient(url!, async (client) => (await client.query<R>(text, values)).rows)
    },
    async remove() {
      await site.stop()
      process.off('exit', endChild)
      http.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return site
}

const settingsOf = ({ dataDir, port, smtpPort }: { dataDir: string; port: number; smtpPort: number }) => ({
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  PORT: String(port),
  INBOUND_SMTP_PORT: String(smtpPort),
  RATE_LIMITS: 'relaxed',
  AVATAR_URL: 'off',
  OUTSIDE_LINKS: 'off',
  LOG_LEVEL: process.env.FAULTS_LOG_LEVEL ?? 'fatal',
})

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const longestStartMs = 60_000

async function waitUntilReady(child: ChildProcess, ask: () => Promise<{ status: number }>) {
  const deadline = Date.now() + longestStartMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error('The server ended before it was ready')
    const ready = await ask().catch(() => null)
    if (ready?.status === 200) return
    await sleep(20)
  }
  throw new Error('The server did not become ready')
}

/** Waits until `isSo` returns true. Returns false if this takes longer than `longestMs`. */
export async function waitFor(isSo: () => Promise<boolean>, longestMs: number): Promise<boolean> {
  const deadline = Date.now() + longestMs
  while (Date.now() < deadline) {
    if (await isSo().catch(() => false)) return true
    await sleep(200)
  }
  return false
}
