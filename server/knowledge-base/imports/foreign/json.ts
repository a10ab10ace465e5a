import type { ImportRemark } from '#contract/bulk/imports.ts'
import { remark } from '#server/knowledge-base/imports/remark.ts'

/** The fields of an object in an uploaded JSON file. The values are not validated. */
export type JsonFields = Record<string, unknown>

export const isFields = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const fieldsIn = (value: unknown): JsonFields[] => (Array.isArray(value) ? value.filter(isFields) : [])
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
export const idIn = (value: unknown): string | null =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value).slice(0, 100) : null
/** Reads a date text, or a number of seconds since 1970. Null if it is not a valid time. */
export function timeIn(value: unknown): string | null {
  const time = typeof value === 'number' ? value * 1000 : Date.parse(textIn(value))
  return Number.isFinite(time) && time > 0 && time < 8e15 ? new Date(time).toISOString() : null
}
/** Returns null only if the value is missing. Returns an empty string for an empty text. */
export const htmlIn = (value: unknown): string | null => (value === undefined ? null : textIn(value))
export const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)

export const textListIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(textIn).filter((text) => text !== '') : []
export const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(idIn).filter((id) => id !== null) : []
export const authorIn = (row: JsonFields | undefined) =>
  row && { author: { name: textIn(row.name), email: textIn(row.email) } }

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
