import { readdirSync, readFileSync } from 'node:fs'
import { Agent, FormData } from 'undici'
import { avifClaiming, gifOf, nested, pngOf } from '#test/hostile-pictures.ts'
import { memoryOf } from './large-messages.ts'
import { load, type Measured, type Target } from './load.ts'
import { leastShare } from './place.ts'

/** What pictures may do to the answers that everybody else gets, and to the server's memory. */
const wanted = { harm: 1.5, grownMb: 50, childMb: 512 }
const rounds = 3
const megabyte = 1024 * 1024

type Wanted = { port: number; pid: number; token: string; others: Target }

/** The answers of the API, and the memory, while pictures come that were made to take all there is. */
export async function measureHostile({ port, pid, token, others }: Wanted): Promise<string[]> {
  const amount = { inFlight: 8, count: 4000 }
  await load(others, amount)
  const alone = await load(others, amount)
  const before = memoryOf(pid)
  const peak = watchChildren(pid)
  let isOver = false
  const sending = sendAll({ port, token }, () => isOver)
  const beside: Measured[] = []
  for (let round = 0; round < rounds; round += 1) beside.push(await load(others, amount))
  isOver = true
  const sent = await sending
  const childMb = peak.stop() / megabyte
  const grownMb = (memoryOf(pid) - before) / megabyte
  const harm = Math.max(...beside.map(({ p95 }) => p95)) / alone.p95
  return [
    tell(
      'an entry beside hostile pictures',
      `p95 ${alone.p95.toFixed(1)} ms without, ratio ${harm.toFixed(2)} beside ${sent}`,
      harm,
      wanted.harm,
    ),
    tell('memory of the server meanwhile', `${grownMb.toFixed(0)} MB more`, grownMb, wanted.grownMb),
    tell('largest process of pictures', `${childMb.toFixed(0)} MB`, childMb, wanted.childMb),
  ].flatMap((missed) => missed ?? [])
}

function tell(name: string, figure: string, value: number, most: number): string | null {
  console.log(`${name.padEnd(32)}${figure}   target ${most}: ${value <= most ? 'reached' : 'missed'}`)
  return value * leastShare > most ? name : null
}

/** One after another until it is over; whatever is no refusal ends the benchmark. Answers how many there were. */
async function sendAll({ port, token }: Pick<Wanted, 'port' | 'token'>, isOver: () => boolean): Promise<number> {
  const agent = new Agent({ connections: 1 })
  const pictures: [string, string, Buffer][] = [
    ['huge.png', 'image/png', pngOf(14_000, 14_000)],
    ['frames.gif', 'image/gif', gifOf(65_000)],
    ['claim.avif', 'image/avif', await avifClaiming(60_000)],
    ['endless.svg', 'image/svg+xml', Buffer.from(nested(24))],
  ]
  let sent = 0
  while (!isOver()) {
    const [name, type, bytes] = pictures[sent % pictures.length]!
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
    const answer = await agent.request({
      ...{ origin: `http://127.0.0.1:${port}`, path: '/api/v1/media', method: 'POST', body },
      headers: { host: 'api.startuptools.localhost', authorization: `Bearer ${token}` },
    })
    await answer.body.dump()
    if (![422, 503].includes(answer.statusCode)) throw new Error(`${name} was answered ${answer.statusCode}`)
    sent += 1
  }
  await agent.close()
  return sent
}

/** The most bytes that any process takes which the server started. */
function watchChildren(pid: number) {
  let most = 0
  const look = () => {
    for (const child of childrenOf(pid)) most = Math.max(most, bytesOf(child))
  }
  const watch = setInterval(look, 20)
  return {
    stop() {
      clearInterval(watch)
      return most
    },
  }
}

const childrenOf = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )

/** One that has just ended takes nothing. */
function bytesOf(pid: number): number {
  try {
    return memoryOf(pid)
  } catch {
    return 0
  }
}
