import type { ImportRemark } from '#contract/bulk/imports.ts'
import type { articleStatuses } from '#contract/knowledge-base/articles.ts'
import type { visibilities } from '#contract/knowledge-base/categories.ts'
import { remark } from '#server/knowledge-base/imports/remark.ts'

export type ForeignText = {
  source: string
  /** Id of the article there. */
  thing: string
  /** Language code there, such as `en-us`. */
  locale: string
  title: string
  /** Null if the file names the text without its content. */
  html: string | null
  description?: string
  metaTitle?: string
  metaDescription?: string
  /** The source of its category. */
  within: string | null
  labels: string[]
  status: (typeof articleStatuses)[number]
  visibility?: (typeof visibilities)[number]
  isPinned?: boolean
  author?: { name: string; email: string }
  createdAt: string | null
  updatedAt: string | null
  address: string | null
  remarks: ImportRemark[]
}

/** Becomes a category. */
export type ForeignPlace = {
  /** Such as `sections/10`. */
  source: string
  above: string | null
  texts: Map<string, { name: string; description: string }>
  visibility?: (typeof visibilities)[number]
  address: string | null
  remarks: ImportRemark[]
}

export type ForeignGuide = { texts: ForeignText[]; places: ForeignPlace[]; redirects?: ForeignRedirect[] }

export type ForeignRedirect = { from: string; to: string }

/** Fields of an uploaded object, not validated. */
export type JsonFields = Record<string, unknown>

export const isFields = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const fieldsIn = (value: unknown): JsonFields[] => (Array.isArray(value) ? value.filter(isFields) : [])
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
export const idIn = (value: unknown): string | null =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value).slice(0, 100) : null
/** Strings, or numbers of seconds. */
export function timeIn(value: unknown): string | null {
  const time = typeof value === 'number' ? value * 1000 : Date.parse(textIn(value))
  return Number.isFinite(time) && time > 0 && time < 8e15 ? new Date(time).toISOString() : null
}
/** An empty string is a text; a missing value is not. */
export const htmlIn = (value: unknown): string | null => (value === undefined ? null : textIn(value))
export const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)

export const byId = (rows: JsonFields[]) => new Map(rows.map((row) => [idIn(row.id) ?? '', row]))

export const leftIn = (fields: JsonFields, taken: ReadonlySet<string>): ImportRemark[] =>
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

/** Parents before children, in order. A category in a cycle becomes top-level. */
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
