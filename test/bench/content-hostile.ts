import { readdirSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { middle, rounds } from './compare.ts'
import { memoryOf } from './large-messages.ts'
import { load, type Target } from './load.ts'
import { leastShare } from './place.ts'

/** The targets for other answers and for the server's memory while hostile pictures arrive. */
const wanted = { harm: 1.5, grownMb: 50, childMb: 512 }
const megabyte = 1024 * 1024

type HostilePicturesOptions = { port: number; pid: number; token: string; others: Target }

/** Measures API answers and memory, alternately with and without pictures that are made to exhaust the server. */
export async function measureHostile({ port, pid, token, others }: HostilePicturesOptions): Promise<string[]> {
  const amount = { inFlight: 8, count: 6000 }
  const sender = await startSender({ port, token })
  const before = memoryOf(pid)
  const peak = watchChildren(pid)
  await load(others, amount)
  const [alone, ratios]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    const { p95 } = await load(others, amount)
    const beside = await sender.during(() => load(others, amount))
    alone.push(p95)
    ratios.push(beside.p95 / p95)
  }
  const childMb = peak.stop() / megabyte
  const grownMb = (memoryOf(pid) - before) / megabyte
  const sent = await sender.stop()
  const harm = middle(ratios)
  return [
    tell(
      'an entry beside hostile pictures',
      `p95 ${middle(alone).toFixed(1)} ms without, ratio ${harm.toFixed(2)} beside ${sent}`,
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

/** Sends hostile pictures from another thread, so that this work does not disturb the measurement. */
async function startSender(place: Pick<HostilePicturesOptions, 'port' | 'token'>) {
  const thread = new Worker(new URL('send-hostile.ts', import.meta.url), { workerData: place })
  const answered = () =>
    new Promise<number>((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', reject)
    })
  await answered()
  let sent = 0
  return {
    async during<T>(work: () => Promise<T>): Promise<T> {
      thread.postMessage('send')
      const result = await work()
      thread.postMessage('rest')
      sent += await answered()
      return result
    },
    async stop() {
      await thread.terminate()
      return sent
    },
  }
}

/** Watches the processes that the server started. `stop` returns the maximum memory of one process. */
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

/** Returns 0 for a process that has just ended. */
function bytesOf(pid: number): number {
  try {
    return memoryOf(pid)
  } catch {
    return 0
  }
}
