import { mostImportsInDay } from '#contract/bulk/imports.ts'
import type { Count } from '#contract/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Window = { endsAt: number; count: number }
export type Limit = { name: string; most: number; perMs: number }
/** A documented limit: for whom it counts, and what counts. */
type Documented = Limit & { of: string; counts: string }
/** `perMs` is null for limits on what is open at once. */
export type LimitState = { limit: LimitAtOnce | Limit; remaining: number; resetSeconds: number }
type LimitAtOnce = Omit<Limit, 'perMs'> & { perMs: null }

const mostKeys = 50_000
const minute = 60_000

/** Limits of calls, pages or things per time. docs/api/limits.md lists them. */
export const limits = {
  anonymous: {
    ...{ name: 'anonymous', most: 300, perMs: minute, of: 'network' },
    counts: 'Calls without a session or key',
  },
  visitor: {
    ...{ name: 'visitor', most: 3000, perMs: minute, of: 'network' },
    counts: 'Reading public content and articles without a key',
  },
  session: { name: 'session', most: 600, perMs: minute, of: 'session', counts: 'Calls with a session' },
  key: { name: 'key', most: 600, perMs: minute, of: 'key', counts: 'Calls with a management key or a preview link' },
  deliveryKey: {
    ...{ name: 'delivery-key', most: 3000, perMs: minute, of: 'key' },
    counts: 'Calls with a delivery or preview key',
  },
  workspace: { name: 'workspace', most: 6000, perMs: minute, of: 'workspace', counts: 'All calls of a workspace' },
  unknownKey: { name: 'unknown-key', most: 60, perMs: minute, of: 'network', counts: 'Calls with an unknown key' },
  unknownHost: {
    ...{ name: 'unknown-host', most: 60, perMs: minute, of: 'network' },
    counts: 'Calls to hosts of unknown workspaces',
  },
  page: { name: 'page', most: 300, perMs: minute, of: 'network', counts: 'Pages without a session' },
  file: {
    name: 'file',
    most: 3000,
    perMs: minute,
    of: 'network',
    counts: 'Files, pictures and mails at signed addresses',
  },
  variant: {
    ...{ name: 'picture-variants', most: 240, perMs: minute, of: 'network' },
    counts: 'New sizes and cuts of pictures',
  },
  variantsOfWorkspace: {
    ...{ name: 'picture-variants-of-a-workspace', most: 600, perMs: minute, of: 'workspace' },
    counts: 'New sizes and cuts of pictures',
  },
  pastContent: {
    ...{ name: 'past-content', most: 60, perMs: minute, of: 'key or person; network without one' },
    counts: 'Content of an earlier moment (`as_of`)',
  },
  draftFilters: {
    ...{ name: 'draft-filters', most: 300, perMs: minute, of: 'key or person' },
    counts: 'Lists of drafts with a filter or an order',
  },
  explained: { name: 'explain', most: 30, perMs: minute, of: 'key or person', counts: 'Lists with `explain=1`' },
  mention: {
    ...{ name: 'mentions', most: 100, perMs: 60 * minute, of: 'person' },
    counts: 'Mails to members who are mentioned or asked for a review',
  },
  copies: {
    ...{ name: 'copies', most: 20, perMs: 24 * 60 * minute, of: 'customer' },
    counts: 'People whom customers add in copy',
  },
  copiesOfWorkspace: {
    ...{ name: 'copies-of-a-workspace', most: 200, perMs: 24 * 60 * minute, of: 'workspace' },
    counts: 'People whom customers add in copy',
  },
  report: {
    ...{ name: 'report', most: 60, perMs: minute, of: 'network' },
    counts: 'Reports of browsers about blocked content',
  },
  searchAgain: {
    ...{ name: 'search-again', most: 90, perMs: minute, of: 'session or key' },
    counts: 'Repetitions of the last search',
  },
} satisfies Record<string, Documented>

/** The most that may be open at once, in each process. */
export const limitsAtOnce = {
  streams: { name: 'streams', most: 10, of: 'person or key', counts: 'Live streams' },
  streamsOfKeys: { name: 'streams-of-keys', most: 100, of: 'workspace', counts: 'Live streams of keys' },
  streamsOfWorkspace: { name: 'streams-of-a-workspace', most: 2000, of: 'workspace', counts: 'Live streams' },
} satisfies Record<string, Omit<Documented, 'perMs'>>

const closesInSeconds = 30

/** Refuses if the most is open. It is unknown when one closes, so the caller shall try again soon. */
export function refuseMoreThan({ name, most }: Pick<Limit, 'name' | 'most'>, open: number) {
  if (open < most) return
  const budget = { limit: { name, most, perMs: null }, remaining: 0, resetSeconds: closesInSeconds }
  throw new Refusal('too-many-requests', { retryAfterSeconds: closesInSeconds, budget })
}

type CountedLimit = Limit & { of: 'caller' | 'workspace' | 'network'; counts: string }

/** The additional limits of calls that cost more. The endpoint says which one. */
export const countedLimits: Record<Count, CountedLimit> = {
  write: { name: 'write', most: 120, perMs: minute, of: 'caller', counts: 'Calls that write' },
  'upload-part': { name: 'upload-part', most: 240, perMs: minute, of: 'caller', counts: 'Parts of uploads' },
  search: { name: 'search', most: 60, perMs: minute, of: 'caller', counts: 'Searches and counts' },
  conversion: {
    ...{ name: 'conversion', most: 300, perMs: minute, of: 'caller' },
    counts: 'Conversions of HTML and Markdown',
  },
  draft: {
    name: 'draft',
    most: 240,
    perMs: minute,
    of: 'caller',
    counts: 'Drafts that an editor saves',
  },
  seen: { name: 'seen', most: 240, perMs: minute, of: 'caller', counts: 'Marks that a ticket was seen' },
  presence: { name: 'presence', most: 240, perMs: minute, of: 'caller', counts: 'Presence' },
  'ticket-changes': {
    ...{ name: 'ticket-changes', most: 120, perMs: minute, of: 'caller' },
    counts: 'Changes of many tickets, and undoing them',
  },
  invitation: {
    ...{ name: 'invitation', most: 50, perMs: 24 * 60 * minute, of: 'workspace' },
    counts: 'Invitations to the team',
  },
  'link-check': {
    ...{ name: 'link-check', most: 50, perMs: 24 * 60 * minute, of: 'workspace' },
    counts: 'Checks of links to other sites',
  },
  'import-reading': {
    ...{ name: 'import-reading', most: mostImportsInDay, perMs: 24 * 60 * minute, of: 'workspace' },
    counts: 'Files of imports that are read again',
  },
  'api-key': { name: 'api-key', most: 100, perMs: 24 * 60 * minute, of: 'workspace', counts: 'New API keys' },
  delivery: { name: 'delivery', most: 3000, perMs: minute, of: 'caller', counts: 'Reading published content' },
  'sign-in': { name: 'sign-in', most: 120, perMs: minute, of: 'network', counts: 'Steps of sign-in' },
}

/** The state with the fewest calls left. */
export const nearest = (one: LimitState, other: LimitState | null | undefined): LimitState =>
  other && other.remaining < one.remaining ? other : one

/** The topic of the signal that tells all processes to forget counts. */
export const limitsTopic = 'limits'

export type Limiter = ReturnType<typeof createLimiter>

/** Counts in fixed windows in the memory of this process. The limits of codes are in the database instead. */
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
    /** Counts one call, or refuses it with the time to wait. */
    count(limit: Limit, key: string, now = Date.now()): LimitState {
      const window = openWindow(limit, key, now)
      window.count += 1
      return stateOf(limit, window, now)
    },
    /** Counts one call, and returns whether it is within the limit. */
    allows(limit: Limit, key: string, now = Date.now()): boolean {
      const window = openWindow(limit, key, now)
      window.count += 1
      return window.count <= limit.most * factor
    },
    /** Takes an amount off the rest. If less is left, refuses and takes nothing. */
    spend(limit: Limit, key: string, amount: number, now = Date.now()): LimitState {
      const window = openWindow(limit, key, now)
      const state = stateOf(limit, { endsAt: window.endsAt, count: window.count + amount }, now)
      window.count += amount
      return state
    },
    /** Forgets the counts of a key: a network, an address, a person, a session, a workspace. */
    forget(keys: string[]) {
      for (const name of windows.keys()) if (name.split(' ').some((word) => keys.includes(word))) windows.delete(name)
    },
    /** Refuses if nothing is left, without counting. */
    refuseSpent(limit: Limit, key: string, now = Date.now()) {
      const { endsAt, count } = openWindow(limit, key, now)
      stateOf(limit, { endsAt, count: count + 1 }, now)
    },
  }
}

function dropEnded(windows: Map<string, Window>, now: number) {
  for (const [name, { endsAt }] of windows) if (endsAt <= now) windows.delete(name)
  // If many networks attack, the oldest windows are dropped first.
  for (const name of windows.keys()) {
    if (windows.size < mostKeys) break
    windows.delete(name)
  }
}
