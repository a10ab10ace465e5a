import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { entriesBy, listsBy } from './content-targets.ts'
import { ask, load } from './load.ts'
import type { BenchSetup } from './place.ts'

const api = 'api.startuptools.localhost'
const wanted = { memoryMb: 250, seenMs: 1000 }
const publications = 20

type Planted = { key: string; token: string; entryIds: string[]; slugOf: (number: number) => string }

/**
 * Starts a second process with only the API. Measures how soon it shows publications of the first process, and its
 * memory under load.
 */
export async function measureSecond(place: BenchSetup, planted: Planted): Promise<string[]> {
  const { dataDir, databaseUrl, ports } = place
  const own = join(dataDir, 'api-alone')
  mkdirSync(own)
  copyFileSync(join(dataDir, 'product', 'secrets.json'), join(own, 'secrets.json'))
  const port = ports.product + 10
  const child = place.startProduct({ DATA_DIR: own, DATABASE_URL: databaseUrl, PORT: String(port), ROLES: 'api' })
  await place.waitFor(port, '/readyz')
  const seen = await measureSeen({ first: ports.product, second: port }, planted)
  return [...seen, ...(await measureMemory(port, child.pid!, planted))]
}

/** Measures the longest time from a publication by one process until the other process shows it. */
async function measureSeen({ first, second }: { first: number; second: number }, { key, token, entryIds }: Planted) {
  const path = `/api/v1/content/posts/${entryIds[0]}`
  const write = { port: first, host: api, token }
  let longest = 0
  for (let turn = 0; turn < publications; turn += 1) {
    const summary = `Published for the ${turn}th time`
    const shown = async () => (await ask({ port: second, host: api, token: key, method: 'GET', path })).summary
    await shown()
    await ask({ ...write, method: 'PATCH', path, body: { fields: { summary } } })
    await ask({ ...write, method: 'PUT', path: `${path}/publication`, body: {} })
    const began = performance.now()
    while ((await shown()) !== summary) if (performance.now() - began > 60_000) throw new Error('It was never seen')
    longest = Math.max(longest, performance.now() - began)
  }
  return tell('seen by another process', `${longest.toFixed(0)} ms`, longest <= wanted.seenMs, `${wanted.seenMs} ms`)
}

/** Measures the maximum memory of the process while entries and lists are read. */
async function measureMemory(port: number, pid: number, { key, slugOf, entryIds }: Planted) {
  const target = { name: 'read', port, host: api, token: key }
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, 100)
  for (const next of [entriesBy(slugOf), listsBy(entryIds.length)])
    await load({ ...target, next }, { inFlight: 32, count: Number(process.env.BENCH_REQUESTS ?? 6000) * 2 })
  clearInterval(watch)
  most = Math.max(most, memoryOf(pid))
  return tell('memory under load, ROLES=api', `${most} MB`, most <= wanted.memoryMb, `${wanted.memoryMb}`)
}

function tell(name: string, figure: string, isReached: boolean, target: string): string[] {
  console.log(`${name.padEnd(32)}${figure}   target ${target}: ${isReached ? 'reached' : 'missed'}`)
  return isReached ? [] : [name]
}

const memoryOf = (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024)
