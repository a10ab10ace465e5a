import type { articleStatuses } from '#contract/articles.ts'
import { asLine } from '#contract/letters/as-line.ts'

/** A text of another maker's help centre in one language. */
export type ForeignText = {
  source: string
  /** The article that it is a text of, as it is called there. */
  thing: string
  /** As it is written there, such as `en-us`. */
  locale: string
  title: string
  html: string
  description?: string
  category: string[]
  labels: string[]
  status: (typeof articleStatuses)[number]
  /** Not for everybody there. */
  isRestricted: boolean
  /** Where it was read. */
  address: string | null
}

/** Fields of what somebody uploaded, whatever it is. */
export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const fieldsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
/** Ids are numbers in some exports and words in others. */
export const idIn = (value: unknown): string | null =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value).slice(0, 100) : null

/** What stands above something, from the top; a circle ends where it began. */
export function pathTo(id: string | null, find: (id: string) => { name: string; above: string | null } | undefined) {
  const names: string[] = []
  const seen = new Set<string>()
  for (let at = id; at !== null && !seen.has(at); ) {
    seen.add(at)
    const place = find(at)
    const name = asLine(place?.name ?? '')
    if (name) names.unshift(name)
    at = place?.above ?? null
  }
  return names
}
