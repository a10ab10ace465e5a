import { request } from 'node:http'
import { load, type Measured, type Target } from './load.ts'
import { leastShare } from './place.ts'

export const rounds = 5
const requestCount = Number(process.env.BENCH_REQUESTS ?? 6000)
/** Multiplies the requests of the warm-up, because V8 compiles code only after about ten thousand calls. */
const warmingRounds = 4

type Before = () => Promise<void>

/**
 * Returns the median ratio of the requests per second in several alternating rounds. `before` runs before each round.
 */
export const compare = async (own: Target, bare: Target, before?: Before) =>
  (await compareTimes(own, bare, before)).ratio

/** Compares like `compare`, but also returns the 99th percentiles in milliseconds. */
export async function compareTimes(own: Target, bare: Target, before: Before = async () => {}) {
  const amount = { inFlight: 32, count: requestCount }
  await before()
  for (const target of [own, bare]) await load(target, { ...amount, count: requestCount * warmingRounds })
  const ratios: number[] = []
  const [slow, slowBeside]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    await before()
    const [one, other] = [await load(own, amount), await load(bare, amount)]
    if (one.failures + other.failures > 0) throw new Error(`A request for ${own.name} failed`)
    ratios.push(one.requestsPerSecond / other.requestsPerSecond)
    slow.push(one.p99)
    slowBeside.push(other.p99)
  }
  return { ratio: middle(ratios), p99: middle(slow), p99Beside: middle(slowBeside) }
}

export const middle = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!

export function tellRatio(name: string, ratio: number, target: number): string | null {
  console.log(
    `${name.padEnd(32)}ratio ${ratio.toFixed(3)}   target ${target}: ${ratio >= target ? 'reached' : 'missed'}`,
  )
  return ratio < target * leastShare ? name : null
}

/** Prints a figure that has no target. */
export function tellBeside(name: string, ratio: number): null {
  console.log(`${name.padEnd(32)}ratio ${ratio.toFixed(3)}   to compare`)
  return null
}

export function tellTime(name: string, { p95, failures }: Measured, target: number): string | null {
  const verdict = p95 <= target ? 'reached' : 'missed'
  console.log(
    `${name.padEnd(32)}p95 ${p95.toFixed(1)} ms   target ${target} ms: ${verdict}${failures > 0 ? ', FAILED' : ''}`,
  )
  return p95 * leastShare > target || failures > 0 ? name : null
}

type Slow = { p99: number; p99Beside: number }

/**
 * Prints the 99th percentile with its target, and the 99th percentile of the comparison. Returns `name` if the figure
 * is too far off its target.
 */
export function tellSlow(name: string, { p99, p99Beside }: Slow, target: number): string | null {
  const verdict = p99 <= target ? 'reached' : 'missed'
  console.log(
    `${name.padEnd(32)}p99 ${p99.toFixed(1)} ms, beside ${p99Beside.toFixed(1)} ms   target ${target} ms: ${verdict}`,
  )
  return p99 * leastShare > target ? name : null
}

export type Fetched = { headers: Record<string, string>; body: string }

/** Fetches a page. Returns only the headers that a bare route can send too. */
export function fetchPage({
  port,
  host,
  path,
  headers,
}: {
  port: number
  host: string
  path: string
  headers: object
}) {
  return new Promise<Fetched>((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, headers: { host, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${path} was answered ${response.statusCode}`))
        const { date: _, connection: __, 'keep-alive': ___, ...sent } = response.headers
        resolve({ headers: sent as Record<string, string>, body: Buffer.concat(chunks).toString('base64') })
      })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}
