import { Refusal } from '#server/platform/refusal.ts'

const writeMs = 2000
const dayMs = 24 * 3600_000

/** `used` is what all processes are known to have counted on that day, with what this one has not written yet. */
type Counted = { workspaceId: string; keyId: string; day: string; used: number; unwritten: number }
type Counting = { id: string; workspaceId: string; dailyCalls: number | null; callsToday: number }

/** So many more calls of a key on a day. */
export type NewCalls = { keyId: string; day: string; calls: number }
/** Adds them and answers, in the same order, how many there are then. */
export type WriteCalls = (workspaceId: string, calls: NewCalls[]) => Promise<number[]>

export type KeyCalls = ReturnType<typeof countKeyCalls>

/**
 * Counts the calls of each key on a day, in memory and every two seconds in the database, where the processes hear of each
 * other's. So many calls as others count in that time may go beyond a budget; the limits a minute hold them down.
 */
export function countKeyCalls(write: WriteCalls, onFailure: (error: unknown) => void) {
  const counts = new Map<string, Counted>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<unknown> = Promise.resolve()

  const writeSome = async (workspaceId: string, some: Counted[]) => {
    const calls = some.map(({ keyId, day, unwritten }) => ({ keyId, day, calls: unwritten }))
    for (const counted of some) counted.unwritten = 0
    try {
      const totals = await write(workspaceId, calls)
      for (const [at, counted] of some.entries())
        counted.used = Math.max(counted.used, (totals[at] ?? 0) + counted.unwritten)
    } catch (error) {
      for (const [at, counted] of some.entries()) counted.unwritten += calls[at]!.calls
      throw error
    }
  }
  const writeAll = async () => {
    timer = undefined
    const waiting = [...counts.values()].filter(({ unwritten }) => unwritten > 0)
    for (const [workspaceId, some] of Map.groupBy(waiting, (counted) => counted.workspaceId))
      await writeSome(workspaceId, some).catch(onFailure)
    const today = dayOf(Date.now())
    for (const [name, { day, unwritten }] of counts) if (day !== today && unwritten === 0) counts.delete(name)
    if (counts.values().some(({ unwritten }) => unwritten > 0)) writeSoon()
  }
  const writeSoon = () => {
    timer ??= setTimeout(() => {
      writing = writeAll()
    }, writeMs).unref()
  }
  const open = ({ id, workspaceId }: Counting, day: string): Counted => {
    const known = counts.get(`${id} ${day}`)
    if (known) return known
    const counted = { workspaceId, keyId: id, day, used: 0, unwritten: 0 }
    counts.set(`${id} ${day}`, counted)
    return counted
  }

  return {
    /** Counts one call, or refuses it where those of today are used up. One that comes again is looked at and not counted. */
    count(key: Counting, { isAgain = false, now = Date.now() } = {}) {
      const counted = open(key, dayOf(now))
      const itself = isAgain ? 1 : 0
      counted.used = Math.max(counted.used, key.callsToday + itself)
      if (key.dailyCalls !== null && counted.used - itself >= key.dailyCalls)
        throw new Refusal('daily-calls-used-up', { retryAfterSeconds: Math.ceil((dayMs - (now % dayMs)) / 1000) })
      if (isAgain) return
      counted.used += 1
      counted.unwritten += 1
      writeSoon()
    },
    /** Writes what is counted, and nothing after that. */
    async stop() {
      clearTimeout(timer)
      await writing
      clearTimeout(timer)
      await writeAll()
      clearTimeout(timer)
    },
  }
}

let lastDay = { at: Number.NaN, name: '' }

function dayOf(time: number): string {
  const at = Math.floor(time / dayMs)
  if (at !== lastDay.at) lastDay = { at, name: new Date(time).toISOString().slice(0, 10) }
  return lastDay.name
}
