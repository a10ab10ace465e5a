import type { articleStatuses } from '#contract/knowledge-base/articles.ts'
import type { visibilities } from '#contract/knowledge-base/categories.ts'
import type { ImportRemark } from '#contract/work/imports.ts'
import { remark } from '#server/knowledge-base/imports/remark.ts'

/** A text of another maker's help centre in one language. */
export type ForeignText = {
  source: string
  /** The article that it is a text of, as it is called there. */
  thing: string
  /** As it is written there, such as `en-us`. */
  locale: string
  title: string
  /** Null where the file names the text and does not hold it. */
  html: string | null
  description?: string
  metaTitle?: string
  metaDescription?: string
  /** The source of the place in which it stands. */
  within: string | null
  labels: string[]
  status: (typeof articleStatuses)[number]
  /** Who reads it there, where that is not everybody. */
  visibility?: (typeof visibilities)[number]
  isPinned?: boolean
  /** As it was called there, and by an address where it has one. */
  author?: { name: string; email: string }
  createdAt: string | null
  updatedAt: string | null
  /** Where it was read. */
  address: string | null
  /** What is said of it there and has no place here. */
  remarks: ImportRemark[]
}

/** What becomes a category. */
export type ForeignPlace = {
  /** As in `sections/10`. */
  source: string
  above: string | null
  texts: Map<string, { name: string; description: string }>
  visibility?: (typeof visibilities)[number]
  address: string | null
  remarks: ImportRemark[]
}

/** Places stand in their order, and those above come first. */
export type ForeignGuide = { texts: ForeignText[]; places: ForeignPlace[]; redirects?: ForeignRedirect[] }

/** An address that was made to lead to another one there. */
export type ForeignRedirect = { from: string; to: string }

/** Fields of what somebody uploaded, whatever it is. */
export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const fieldsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
/** Ids are numbers in some exports and words in others. */
export const idIn = (value: unknown): string | null =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value).slice(0, 100) : null
/** Times are words in some exports and seconds in others. */
export function timeIn(value: unknown): string | null {
  const time = typeof value === 'number' ? value * 1000 : Date.parse(textIn(value))
  return Number.isFinite(time) && time > 0 && time < 8e15 ? new Date(time).toISOString() : null
}
/** What is empty is a text, what is not there is none. */
export const htmlIn = (value: unknown): string | null => (value === undefined ? null : textIn(value))
export const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)

export const byId = (rows: Fields[]) => new Map(rows.map((row) => [idIn(row.id) ?? '', row]))

/** Each thing that is said besides what is taken, unless it says nothing. */
export const leftIn = (fields: Fields, taken: ReadonlySet<string>): ImportRemark[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    taken.has(name) || isNothing(value) ? [] : remark('field-left', `${name}: ${shown(value)}`),
  )

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  value === 0 ||
  (typeof value === 'object' && Object.values(value).every(isNothing))

const shown = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ').slice(0, 80)

/** Those above before those below, in their order; what would be below itself stands at the top. */
export function inPlaceOrder(places: ForeignPlace[]): ForeignPlace[] {
  const known = new Set(places.map(({ source }) => source))
  const below = Map.groupBy(places, ({ above }) => (above !== null && known.has(above) ? above : null))
  const seen = new Set<string>()
  const list = (above: string | null): ForeignPlace[] =>
    (below.get(above) ?? []).flatMap((place) => {
      if (seen.has(place.source)) return []
      seen.add(place.source)
      return [{ ...place, above }, ...list(place.source)]
    })
  const reached = list(null)
  return [...reached, ...places.filter(({ source }) => !seen.has(source)).map((place) => ({ ...place, above: null }))]
}
