import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverFlags } from '#bin/lib/node.mjs'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { load } from './load.ts'

/**
 * The benchmark fails below this share of a target. A figure between this share and the target is only reported as
 * missed.
 */
export const leastShare = 0.8

const ports = { product: 4391, bare: 4392, barePage: 4394, bareFile: 4395, smtp: 4393, elsewhere: 4396 }

/** A product with its own database, and ports for the comparisons. */
export type BenchSetup = Awaited<ReturnType<typeof openPlace>>

export async function openPlace() {
  const dataDir = mkdtempSync(join(tmpdir(), 'startup-tools-bench-'))
  chmodSync(dataDir, 0o711)
  const database = await startEmbeddedPostgres({ dataDir, password: 'for-benchmarks', durable: true, say: console.log })
  const children: ChildProcess[] = []

  function start(args: string[], environment: Record<string, string> = {}) {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, NODE_ENV: 'production', ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    children.push(child)
    return child
  }

  async function waitFor(port: number, path: string) {
    const next = () => ({ method: 'GET', path })
    for (let tries = 0; tries < 600; tries += 1) {
      if (children.some(({ exitCode }) => exitCode !== null)) throw new Error('A server of the benchmark has ended')
      const once = { inFlight: 1, count: 1 }
      const answered = await load({ name: 'wait', port, host: '127.0.0.1', next }, once).catch(() => null)
      if (answered?.failures === 0) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`Nothing answered on port ${port}`)
  }

  const startProduct = (environment: Record<string, string>) =>
    start([...serverFlags, 'server/start/main.ts'], {
      RATE_LIMITS: 'relaxed',
      AVATAR_URL: 'off',
      OUTSIDE_LINKS: 'off',
      LOG_LEVEL: 'error',
      ...environment,
    })
  const product = startProduct({
    DATA_DIR: join(dataDir, 'product'),
    DATABASE_URL: database.url,
    PORT: String(ports.product),
    INBOUND_SMTP_PORT: String(ports.smtp),
  })
  return {
    databaseUrl: database.url,
    dataDir,
    ports,
    product,
    start,
    startProduct,
    waitFor,
    async close() {
      await Promise.all(children.map(end))
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A process that ended earlier, because its port was taken, sends no exit event. */
function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  return ended
}
