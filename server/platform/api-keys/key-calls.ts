import { Refusal } from '#server/platform/refusal.ts'

const writeMs = 2000
const dayMs = 24 * 3600_000

// The calls of a key on one day. `used`: calls that all processes have made, as far as known. `unwritten`: calls of
// this process that are not in the database yet.
type DayCount = { workspaceId: string; keyId: string; day: string; used: number; unwritten: number }
type CountedKey = { id: string; workspaceId: string; dailyCalls: number | null; callsToday: number }

export type NewCalls = { keyId: string; day: string; calls: number }
export type WriteCalls = (workspaceId: string, calls: NewCalls[]) => Promise<number[]>

export type KeyCalls = ReturnType<typeof countKeyCalls>

/** Counts calls by key in memory, and writes every two seconds. Parallel processes can exceed the limit. */
export function countKeyCalls(write: WriteCalls, onFailure: (error: unknown) => void) {
  const counts = new Map<string, DayCount>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<unknown> = Promise.resolve()

  const writeSome = async (workspaceId: string, some: DayCount[]) => {
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
  const open = ({ id, workspaceId }: CountedKey, day: string): DayCount => {
    const known = counts.get(`${id} ${day}`)
    if (known) return known
    const counted = { workspaceId, keyId: id, day, used: 0, unwritten: 0 }
    counts.set(`${id} ${day}`, counted)
    return counted
  }

  return {
    /**
     * Counts a call. Refuses the call if the daily limit of the key is reached. The second attempt of a call
     * (`isAgain`) is checked, but not counted again.
     */
    count(key: CountedKey, { isAgain = false, now = Date.now() } = {}) {
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
    async stop() {
      clearTimeout(timer)
      await writing
      clearTimeout(timer)
      await writeAll()
      clearTimeout(timer)
    },
  }
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
