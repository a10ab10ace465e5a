import { Agent } from 'undici'

export type Target = {
  name: string
  port: number
  host: string
  token?: string
  /**
   * Returns the token for the request that `next` has just returned. Set only if the requests have different tokens.
   */
  authorize?(): string
  cookie?: string
  headers?: Record<string, string>
  next(): { method: string; path: string; body?: unknown }
  onBody?(body: string): void
  /** The only status that counts as success. By default, each status below 400 does. */
  status?: number
}
export type Measured = {
  name: string
  requestsPerSecond: number
  p50: number
  p95: number
  p99: number
  failures: number
}

type Amount = {
  inFlight: number
  count: number
  /** Sends no more requests after this time. */
  mostSeconds?: number
  /** Uses these open connections and does not close them. */
  agent?: Agent
}

/** Keeps `inFlight` requests running until `count` are answered, or until the time is over. */
export async function load(
  target: Target,
  { inFlight, count, mostSeconds = Number.POSITIVE_INFINITY, agent: given }: Amount,
): Promise<Measured> {
  const agent = given ?? newAgent(inFlight)
  const times: number[] = []
  let failures = 0
  let left = count
  const began = performance.now()
  const runOne = async () => {
    while (left > 0 && performance.now() - began < mostSeconds * 1000) {
      left -= 1
      const start = performance.now()
      const status = await send(agent, target)
      times.push(performance.now() - start)
      if (target.status ? status !== target.status : status >= 400) failures += 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, runOne))
  const seconds = (performance.now() - began) / 1000
  if (!given) await agent.close()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return {
    name: target.name,
    requestsPerSecond: times.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    failures,
  }
}

/** Uses `undici`, because Node's own client needs three times the processor time and would distort the measurement. */
export const newAgent = (connections: number) => new Agent({ connections, pipelining: 1, bodyTimeout: 0 })

async function send(agent: Agent, target: Target): Promise<number> {
  const { port, host, cookie, headers: more, next, onBody } = target
  const { method, path, body } = next()
  const token = target.authorize?.() ?? target.token
  const payload = body === undefined ? null : JSON.stringify(body)
  const headers = {
    host,
    ...more,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(cookie ? { cookie } : {}),
    ...(payload === null ? {} : { 'content-type': 'application/json' }),
  }
  const answer = await agent.request({
    origin: `http://127.0.0.1:${port}`,
    method: method as 'GET',
    path,
    headers,
    body: payload,
  })
  if (onBody) onBody(await answer.body.text())
  else await answer.body.dump({ limit: 100_000_000 })
  return answer.statusCode
}

type Question = Pick<Target, 'port' | 'host' | 'token'> & { method: string; path: string; body?: unknown }

/** Sends one request and returns its answer. Throws if the request is refused. */
export async function ask({ method, path, body, ...target }: Question) {
  let answer = ''
  const next = () => ({ method, path, body })
  const onBody = (text: string) => {
    answer = text
  }
  const { failures } = await load({ ...target, name: path, next, onBody }, { inFlight: 1, count: 1 })
  if (failures > 0) throw new Error(`${method} ${path} was refused: ${answer}`)
  return answer === '' ? null : JSON.parse(answer)
}
