import type { Count } from '#contract/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Window = { endsAt: number; count: number }
export type Limit = { name: string; most: number; perMs: number }
export type LimitState = { limit: Limit; remaining: number; resetSeconds: number }

const mostKeys = 50_000
const minute = 60_000

/** Calls a minute, whatever they ask: per network without a session, per session, key and workspace. */
export const limits = {
  anonymous: { name: 'anonymous', most: 300, perMs: minute },
  visitor: { name: 'visitor', most: 3000, perMs: minute },
  session: { name: 'session', most: 600, perMs: minute },
  key: { name: 'key', most: 600, perMs: minute },
  /** Keys that read content alone, by which whole sites are made. */
  deliveryKey: { name: 'delivery-key', most: 3000, perMs: minute },
  workspace: { name: 'workspace', most: 6000, perMs: minute },
  /** Keys that open nothing, of a network. */
  unknownKey: { name: 'unknown-key', most: 60, perMs: minute },
  /** Names of workspaces that nobody has, of a network. */
  unknownHost: { name: 'unknown-host', most: 60, perMs: minute },
  /** Pages of whoever shows no token of ours, of a network. */
  page: { name: 'page', most: 300, perMs: minute },
  /** Files, pictures and mails by their signed addresses, of a network. */
  file: { name: 'file', most: 3000, perMs: minute },
  /** Sizes and cuts of pictures of the media library that are made anew, of a network and of a workspace. */
  variant: { name: 'picture-variants', most: 240, perMs: minute },
  variantsOfWorkspace: { name: 'picture-variants-of-a-workspace', most: 600, perMs: minute },
  /** Content as it was at a moment, which no index knows, of a key or person. */
  pastContent: { name: 'past-content', most: 60, perMs: minute },
  /** Filters of drafts, which no index knows, of a key or person. */
  draftFilters: { name: 'draft-filters', most: 300, perMs: minute },
  /** How questions for content are answered, which reads more than the answer, of a key or person. */
  explained: { name: 'explain', most: 30, perMs: minute },
  /** Mails to colleagues who are mentioned, of whoever writes. */
  mention: { name: 'mentions', most: 100, perMs: 60 * minute },
  /** People whom customers put in copy of their requests, of a customer and of a workspace. */
  copies: { name: 'copies', most: 20, perMs: 24 * 60 * minute },
  copiesOfWorkspace: { name: 'copies-of-a-workspace', most: 200, perMs: 24 * 60 * minute },
  /** What browsers tell of blocked content, of a network. */
  report: { name: 'report', most: 60, perMs: minute },
  /** The words that were searched last once more, as an open page does when something changes, at most each second. */
  searchAgain: { name: 'search-again', most: 90, perMs: minute },
} satisfies Record<string, Limit>

type CountedLimit = Limit & { of: 'caller' | 'workspace' | 'network' }

/** What the dear kinds of calls count as beside that; the endpoint says which it is. */
export const countedLimits: Record<Count, CountedLimit> = {
  write: { name: 'write', most: 120, perMs: minute, of: 'caller' },
  'upload-part': { name: 'upload-part', most: 240, perMs: minute, of: 'caller' },
  search: { name: 'search', most: 60, perMs: minute, of: 'caller' },
  draft: { name: 'draft', most: 240, perMs: minute, of: 'caller' },
  seen: { name: 'seen', most: 240, perMs: minute, of: 'caller' },
  presence: { name: 'presence', most: 240, perMs: minute, of: 'caller' },
  'ticket-changes': { name: 'ticket-changes', most: 120, perMs: minute, of: 'caller' },
  invitation: { name: 'invitation', most: 50, perMs: 24 * 60 * minute, of: 'workspace' },
  'link-check': { name: 'link-check', most: 50, perMs: 24 * 60 * minute, of: 'workspace' },
  'api-key': { name: 'api-key', most: 100, perMs: 24 * 60 * minute, of: 'workspace' },
  delivery: { name: 'delivery', most: 3000, perMs: minute, of: 'caller' },
  'sign-in': { name: 'sign-in', most: 120, perMs: minute, of: 'network' },
}

export type Limiter = ReturnType<typeof createLimiter>

/** Counts in fixed windows in this process's memory; the budgets of codes are kept in the database instead. */
export function createLimiter(factor: number) {
  const windows = new Map<string, Window>()

  const openWindow = ({ name, perMs }: Limit, key: string, now: number): Window => {
    const known = windows.get(`${name} ${key}`)
    if (known && known.endsAt > now) return known
    if (windows.size >= mostKeys) dropEnded(windows, now)
    const window = { endsAt: now + perMs, count: 0 }
    windows.set(`${name} ${key}`, window)
    return window
  }

  const stateOf = (limit: Limit, { endsAt, count }: Window, now: number): LimitState => {
    const most = limit.most * factor
    const resetSeconds = Math.max(1, Math.ceil((endsAt - now) / 1000))
    if (count > most) throw new Refusal('too-many-requests', { retryAfterSeconds: resetSeconds })
    return { limit: { ...limit, most }, remaining: most - count, resetSeconds }
  }

  return {
    /** Counts one call, or refuses it with the time to wait. */
    count(limit: Limit, key: string, now = Date.now()): LimitState {
      const window = openWindow(limit, key, now)
      window.count += 1
      return stateOf(limit, window, now)
    },
    /** Counts one call, and tells whether it is within the limit. */
    allows(limit: Limit, key: string, now = Date.now()): boolean {
      const window = openWindow(limit, key, now)
      window.count += 1
      return window.count <= limit.most * factor
    },
    /** Takes an amount off what is left; where there is less, it refuses and takes nothing. */
    spend(limit: Limit, key: string, amount: number, now = Date.now()): LimitState {
      const window = openWindow(limit, key, now)
      const state = stateOf(limit, { endsAt: window.endsAt, count: window.count + amount }, now)
      window.count += amount
      return state
    },
    /** Refuses where nothing is left, and counts nothing. */
    refuseSpent(limit: Limit, key: string, now = Date.now()) {
      const { endsAt, count } = openWindow(limit, key, now)
      stateOf(limit, { endsAt, count: count + 1 }, now)
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
