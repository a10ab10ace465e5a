import { randomKey } from './ask.ts'

export type Kept<Work> = Work & { key: string }

/**
 * What one page keeps on this computer until the server has it. Each page has a place of its own, so that two pages of one
 * thing do not write over each other, and holds a lock on it, so that what a closed page left behind can be told.
 */
export function openKept<Work>(prefix: string) {
  const key = prefix + randomKey()
  const closing = new AbortController()
  navigator.locks?.request(key, { signal: closing.signal }, () => holdUntil(closing.signal)).catch(() => {})
  return {
    keep(work: Work | null) {
      try {
        if (work) localStorage.setItem(key, JSON.stringify(work))
        else localStorage.removeItem(key)
      } catch {
        // A full or forbidden store: the work is still in the page, which asks before it is left.
      }
    },
    close: () => closing.abort(),
  }
}

const holdUntil = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

/** What pages that are gone have left. */
export async function findLeft<Work>(prefix: string): Promise<Kept<Work>[]> {
  // Where there are no locks nobody can tell, and another page that still writes it would be saved twice at most.
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const inUse = new Set(held.map((lock) => lock.name))
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix) && !inUse.has(key))
    .flatMap((key) => readKept<Work>(key))
}

function readKept<Work>(key: string): Kept<Work>[] {
  try {
    return [{ ...(JSON.parse(localStorage.getItem(key) ?? '') as Work), key }]
  } catch {
    return []
  }
}

export const dropKept = (key: string) => localStorage.removeItem(key)
