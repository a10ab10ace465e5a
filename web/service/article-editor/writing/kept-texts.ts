import { randomKey } from '#web/lib/write/ask.ts'
import type { Save } from './saver.ts'

/** Whose text, of which article (`new` for one that is not there yet), in which language. */
export type TextName = { viewerId: string; article: string; language: string }
export type KeptText = Save & { key: string }

const prefixOf = ({ viewerId, article, language }: TextName) => `article-text ${viewerId} ${article} ${language} `

/**
 * What one page keeps on this computer until the server has it. Each page has a place of its own, so that two pages of one
 * article do not write over each other, and holds a lock on it, so that what a closed page left behind can be told.
 */
export function openKeptText(name: TextName) {
  const key = prefixOf(name) + randomKey()
  const closing = new AbortController()
  navigator.locks?.request(key, { signal: closing.signal }, () => holdUntil(closing.signal)).catch(() => {})
  return {
    keep(save: Save | null) {
      try {
        if (save) localStorage.setItem(key, JSON.stringify(save))
        else localStorage.removeItem(key)
      } catch {
        // A full or forbidden store: the text is still in the page, which asks before it is left.
      }
    },
    close: () => closing.abort(),
  }
}

const holdUntil = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

/** What pages that are gone have left. */
export async function findLeftTexts(name: TextName): Promise<KeptText[]> {
  // Where there are no locks nobody can tell, and another page that still writes it would be saved twice at most.
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const inUse = new Set(held.map((lock) => lock.name))
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefixOf(name)) && !inUse.has(key))
    .flatMap((key) => readKept(key))
}

function readKept(key: string): KeptText[] {
  try {
    return [{ ...(JSON.parse(localStorage.getItem(key) ?? '') as Save), key }]
  } catch {
    return []
  }
}

export const dropKept = (key: string) => localStorage.removeItem(key)
