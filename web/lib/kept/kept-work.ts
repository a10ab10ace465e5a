import { randomKey } from '#web/lib/write/ask.ts'

type Mark = { at: number; tab: string }
export type KeptWork<Work> = Work & { key: string } & Partial<Mark>

/** The second word of a localStorage key is the id of the person who wrote the text. */
const keyPattern = /^(?:article-text|entry|message|new-ticket|request|request-message|side-message) (\S+) /
/** Stored work is deleted after 14 days. A member's session also ends after 14 days without a visit. */
const lifeMs = 14 * 24 * 60 * 60_000
const mostKept = 50

/** Stores a page's unsaved work in this browser. A Web Lock named like the key shows that the page is open. */
export function openKept<Work>(prefix: string) {
  const key = prefix + randomKey()
  const closing = new AbortController()
  navigator.locks?.request(key, { signal: closing.signal }, () => holdUntil(closing.signal)).catch(() => {})
  // Releases the lock when the page closes, so that the page can restore its own work after a reload.
  window.addEventListener('pagehide', () => closing.abort(), { signal: closing.signal })
  return {
    /** Returns false if the browser did not store the work, because localStorage is full or forbidden. */
    keep(work: Work | null): boolean {
      try {
        if (work) localStorage.setItem(key, JSON.stringify({ ...work, at: Date.now(), tab: tabName() }))
        else localStorage.removeItem(key)
        return true
      } catch {
        return false
      }
    },
    close: () => closing.abort(),
  }
}

const holdUntil = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

/** Returns an id of this tab that survives a reload. */
export function tabName(): string {
  const name = sessionStorage.getItem('tab') ?? randomKey()
  sessionStorage.setItem('tab', name)
  return name
}

export async function findLeft<Work>(prefix: string): Promise<KeptWork<Work>[]> {
  // In browsers without Web Locks, this also finds the work of open pages. Then the same work can be saved twice.
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const inUse = new Set(held.map((lock) => lock.name))
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix) && !inUse.has(key))
    .flatMap((key) => readKept<Work>(key))
    .sort(newestFirst)
}

function readKept<Work>(key: string): KeptWork<Work>[] {
  try {
    return [{ ...(JSON.parse(localStorage.getItem(key) ?? '') as Work), key }]
  } catch {
    return []
  }
}

const newestFirst = (one: KeptWork<unknown>, other: KeptWork<unknown>) => (other.at ?? 0) - (one.at ?? 0)

export const dropKept = (key: string) => localStorage.removeItem(key)

/** Deletes the work of other people, and old or surplus work of this person. Null: deletes all stored work. */
export function dropOthers(personId: string | null) {
  try {
    const own: KeptWork<unknown>[] = []
    for (const key of Object.keys(localStorage)) {
      const person = keyPattern.exec(key)?.[1]
      if (person && person !== personId) dropKept(key)
      else if (person) own.push(...readKept(key))
    }
    own.sort(newestFirst)
    for (const [index, { key, at = Date.now() }] of own.entries())
      if (index >= mostKept || Date.now() - at > lifeMs) dropKept(key)
  } catch {
    // The browser may forbid localStorage. Then there is nothing to delete.
  }
}
