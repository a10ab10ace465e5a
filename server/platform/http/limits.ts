import { Refusal } from '#server/platform/refusal.ts'

type Window = { endsAt: number; count: number }
export type Limit = { name: string; most: number; perMs: number }
export type LimitState = { limit: Limit; remaining: number; resetSeconds: number }

const mostKeys = 50_000
const minute = 60_000

/** Calls a minute: per network without a session, per session, per workspace; and for the dear kinds of calls apart. */
export const limits = {
  anonymous: { name: 'anonymous', most: 300, perMs: minute },
  session: { name: 'session', most: 600, perMs: minute },
  workspace: { name: 'workspace', most: 6000, perMs: minute },
  write: { name: 'write', most: 120, perMs: minute },
  invitation: { name: 'invitation', most: 50, perMs: 24 * 60 * minute },
  search: { name: 'search', most: 60, perMs: minute },
} satisfies Record<string, Limit>

export type Limiter = ReturnType<typeof createLimiter>

/** Counts in fixed windows in this process's memory; the budgets of codes are kept in the database instead. */
export function createLimiter(factor: number) {
  const windows = new Map<string, Window>()

  return {
    /** Counts one call, or refuses it with the time to wait. */
    count(limit: Limit, key: string, now = Date.now()): LimitState {
      const name = `${limit.name} ${key}`
      let window = windows.get(name)
      if (!window || window.endsAt <= now) {
        if (windows.size >= mostKeys) dropEnded(windows, now)
        window = { endsAt: now + limit.perMs, count: 0 }
        windows.set(name, window)
      }
      window.count += 1
      const most = limit.most * factor
      const resetSeconds = Math.max(1, Math.ceil((window.endsAt - now) / 1000))
      if (window.count > most) throw new Refusal('too-many-requests', { retryAfterSeconds: resetSeconds })
      return { limit: { ...limit, most }, remaining: most - window.count, resetSeconds }
    },
  }
}

function dropEnded(windows: Map<string, Window>, now: number) {
  for (const [name, { endsAt }] of windows) if (endsAt <= now) windows.delete(name)
  // Under an attack of many networks the oldest windows go first.
  for (const name of windows.keys()) {
    if (windows.size < mostKeys) break
    windows.delete(name)
  }
}
