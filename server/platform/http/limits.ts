import { mostImportsInDay } from '#contract/bulk/imports.ts'
import type { Count } from '#contract/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Window = { endsAt: number; count: number }
export type Limit = { name: string; most: number; perMs: number }
type Documented = Limit & { of: string; counts: string }
/** `perMs` is null for a limit on simultaneous streams. */
export type LimitState = { limit: LimitAtOnce | Limit; remaining: number; resetSeconds: number }
type LimitAtOnce = Omit<Limit, 'perMs'> & { perMs: null }

const mostKeys = 50_000
const minute = 60_000

const per =
  (perMs: number) =>
  <Of extends string>(name: string, most: number, of: Of, counts: string) => ({ name, most, perMs, of, counts })
const perMinute = per(minute)
const perHour = per(60 * minute)
const perDay = per(24 * 60 * minute)

/** Rate limits. docs/api/limits.md lists them. */
export const limits = {
  anonymous: perMinute('anonymous', 300, 'network', 'Calls without a session or key'),
  visitor: perMinute('visitor', 3000, 'network', 'Reading public content and articles without a key'),
  session: perMinute('session', 600, 'session', 'Calls with a session'),
  key: perMinute('key', 600, 'key', 'Calls with a management key or a preview link'),
  deliveryKey: perMinute('delivery-key', 3000, 'key', 'Calls with a delivery or preview key'),
  workspace: perMinute('workspace', 6000, 'workspace', 'All calls of a workspace'),
  unknownKey: perMinute('unknown-key', 60, 'network', 'Calls with an unknown key'),
  unknownHost: perMinute('unknown-host', 60, 'network', 'Calls to hosts of unknown workspaces'),
  page: perMinute('page', 300, 'network', 'Pages without a session'),
  file: perMinute('file', 3000, 'network', 'Files, pictures and mails at signed addresses'),
  variant: perMinute('picture-variants', 240, 'network', 'New sizes and cuts of pictures'),
  variantsOfWorkspace: perMinute('picture-variants-of-a-workspace', 600, 'workspace', 'New sizes and cuts of pictures'),
  pastContent: perMinute(
    'past-content',
    60,
    'key or person; network without one',
    'Content of an earlier moment (`as_of`)',
  ),
  draftFilters: perMinute('draft-filters', 300, 'key or person', 'Lists of drafts with a filter or an order'),
  explained: perMinute('explain', 30, 'key or person', 'Lists with `explain=1`'),
  mention: perHour('mentions', 100, 'person', 'Mails to members who are mentioned or asked for a review'),
  copies: perDay('copies', 20, 'customer', 'People whom customers add in copy'),
  copiesOfWorkspace: perDay('copies-of-a-workspace', 200, 'workspace', 'People whom customers add in copy'),
  report: perMinute('report', 60, 'network', 'Reports of browsers about blocked content'),
  searchAgain: perMinute('search-again', 90, 'session or key', 'Repetitions of the last search'),
} satisfies Record<string, Documented>

/** Maximum number of open streams in each process. */
export const limitsAtOnce = {
  streams: { name: 'streams', most: 10, of: 'person or key', counts: 'Live streams' },
  streamsOfKeys: { name: 'streams-of-keys', most: 100, of: 'workspace', counts: 'Live streams of keys' },
  streamsOfWorkspace: { name: 'streams-of-a-workspace', most: 2000, of: 'workspace', counts: 'Live streams' },
} satisfies Record<string, Omit<Documented, 'perMs'>>

const closesInSeconds = 30

/** Refuses another stream above the limit. The retry time is a guess, because a stream can close at any time. */
export function refuseMoreThan({ name, most }: Pick<Limit, 'name' | 'most'>, open: number) {
  if (open < most) return
  const budget = { limit: { name, most, perMs: null }, remaining: 0, resetSeconds: closesInSeconds }
  throw new Refusal('too-many-requests', { retryAfterSeconds: closesInSeconds, budget })
}

type CountedLimit = Limit & { of: 'caller' | 'workspace' | 'network'; counts: string }

export const countedLimits: Record<Count, CountedLimit> = {
  write: perMinute('write', 120, 'caller', 'Calls that write'),
  'upload-part': perMinute('upload-part', 240, 'caller', 'Parts of uploads'),
  search: perMinute('search', 60, 'caller', 'Searches and counts'),
  conversion: perMinute('conversion', 300, 'caller', 'Conversions of HTML and Markdown'),
  draft: perMinute('draft', 240, 'caller', 'Drafts that an editor saves'),
  seen: perMinute('seen', 240, 'caller', 'Marks that a ticket was seen'),
  presence: perMinute('presence', 240, 'caller', 'Presence'),
  'ticket-changes': perMinute('ticket-changes', 120, 'caller', 'Changes of many tickets, and undoing them'),
  invitation: perDay('invitation', 50, 'workspace', 'Invitations to the team'),
  'link-check': perDay('link-check', 50, 'workspace', 'Checks of links to other sites'),
  'import-reading': perDay('import-reading', mostImportsInDay, 'workspace', 'Files of imports that are read again'),
  'api-key': perDay('api-key', 100, 'workspace', 'New API keys'),
  delivery: perMinute('delivery', 3000, 'caller', 'Reading published content'),
  'sign-in': perMinute('sign-in', 120, 'network', 'Steps of sign-in'),
}

export const nearest = (one: LimitState, other: LimitState | null | undefined): LimitState =>
  other && other.remaining < one.remaining ? other : one

export const limitsTopic = 'limits'

export type Limiter = ReturnType<typeof createLimiter>

/** Counts in fixed windows in this process's memory. The limits of sign-in codes are in the database instead. */
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
    const state = { limit: { ...limit, most }, remaining: Math.max(0, most - count), resetSeconds }
    if (count > most) throw new Refusal('too-many-requests', { retryAfterSeconds: resetSeconds, budget: state })
    return state
  }

  return {
    count(limit: Limit, key: string, now = Date.now()): LimitState {
      const window = openWindow(limit, key, now)
      window.count += 1
      return stateOf(limit, window, now)
    },
    allows(limit: Limit, key: string, now = Date.now()): boolean {
      const window = openWindow(limit, key, now)
      window.count += 1
      return window.count <= limit.most * factor
    },
    /** Counts `amount`. If less than `amount` is left, refuses and counts nothing. */
    spend(limit: Limit, key: string, amount: number, now = Date.now()): LimitState {
      const window = openWindow(limit, key, now)
      const state = stateOf(limit, { endsAt: window.endsAt, count: window.count + amount }, now)
      window.count += amount
      return state
    },
    forget(keys: string[]) {
      for (const name of windows.keys()) if (name.split(' ').some((word) => keys.includes(word))) windows.delete(name)
    },
    refuseSpent(limit: Limit, key: string, now = Date.now()) {
      const { endsAt, count } = openWindow(limit, key, now)
      stateOf(limit, { endsAt, count: count + 1 }, now)
    },
  }
}

function dropEnded(windows: Map<string, Window>, now: number) {
  for (const [name, { endsAt }] of windows) if (endsAt <= now) windows.delete(name)
  // If too many windows have not ended yet, drops the oldest ones.
  for (const name of windows.keys()) {
    if (windows.size < mostKeys) break
    windows.delete(name)
  }
}
