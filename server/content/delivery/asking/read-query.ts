import { deliveryCaps } from '#contract/content/delivery.ts'
import type { Perspective } from '#server/content/delivery/perspective.ts'
import { type Filter, type Parameters, readFilter } from '#server/content/filters/read-filter.ts'
import { tooMuch, unknown } from '#server/content/filters/refuse-query.ts'
import { readSort } from '#server/content/filters/sort-rows.ts'
import type { SortField } from '#server/content/models/sorting.ts'
import { type FieldSelection, readFields } from './field-selection.ts'

export type DeliveryQuery = {
  fields: FieldSelection | null
  filter: Filter | null
  sort: SortField[] | null
  locale: string | null
  /** Joined entries are listed once in `included`. */
  isNormalized: boolean
  /** Rich text is returned as HTML. */
  isHtml: boolean
  isCounted: boolean
  limit: number
  after: string | null
  before: string | null
  page: number | null
}

const listParameters = [
  'fields',
  'shape',
  'richText',
  'filter',
  'sort',
  'locale',
  'fallback',
  'count',
  'limit',
  'after',
  'before',
  'page',
  'as_of',
  'perspective',
  'domain',
] as const
const oneParameters = ['fields', 'shape', 'richText', 'locale', 'fallback', 'as_of', 'perspective', 'domain'] as const

/** Parses the parameters of a list. Refusals name the valid values. */
export function readListQuery(parameters: Parameters): DeliveryQuery {
  const said = readNames(parameters, listParameters)
  const { after = null, before = null } = said
  const page = said.page === undefined ? null : numberIn(said.page, 'page', deliveryCaps.pages)
  if ([after, before, page].filter((one) => one !== null).length > 1) throw unknown('Use one of after, before and page')
  if (said.count !== undefined && !['none', 'exact'].includes(said.count)) throw unknown('count is one of: none, exact')
  return {
    fields: said.fields === undefined ? null : readFields(said.fields),
    filter: readFilter(parameters),
    sort: said.sort === undefined ? null : readSort(said.sort),
    locale: said.locale ?? null,
    isNormalized: isNormalized(said.shape),
    isHtml: isHtml(said.richText),
    isCounted: said.count === 'exact',
    limit: said.limit === undefined ? 25 : numberIn(said.limit, 'limit', deliveryCaps.page),
    after,
    before,
    page,
  }
}

/** Parses the parameters of one entry. */
export function readOneQuery(
  parameters: Parameters,
): Pick<DeliveryQuery, 'fields' | 'locale' | 'isNormalized' | 'isHtml'> {
  const { fields, locale, shape, richText } = readNames(parameters, oneParameters)
  return {
    fields: fields === undefined ? null : readFields(fields),
    locale: locale ?? null,
    isNormalized: isNormalized(shape),
    isHtml: isHtml(richText),
  }
}

function isNormalized(shape: string | undefined): boolean {
  if (shape !== undefined && !['nested', 'normalized'].includes(shape))
    throw unknown('shape is one of: nested, normalized')
  return shape === 'normalized'
}

function isHtml(richText: string | undefined): boolean {
  if (richText !== undefined && !['document', 'html'].includes(richText))
    throw unknown('richText is one of: document, html')
  return richText === 'html'
}

/** Whether another language is used if the requested one is missing. */
export function readFallback({ fallback }: Parameters): boolean {
  if (fallback !== undefined && fallback !== 'none') throw unknown('fallback is one of: none')
  return fallback === undefined
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/

/** The requested state of the content, or null. */
export function readPerspective({ as_of: asOf, perspective }: Parameters): Perspective | null {
  if (asOf !== undefined && perspective !== undefined) throw unknown('Use one of as_of and perspective')
  if (asOf !== undefined) return { kind: 'past', moment: readMoment(asOf) }
  if (perspective === undefined) return null
  if (perspective !== 'draft' && perspective !== 'published') throw unknown('perspective is one of: published, draft')
  return { kind: perspective }
}

function readMoment(written: string | string[]): string {
  const isMoment = typeof written === 'string' && moment.test(written) && Number.isFinite(Date.parse(written))
  if (!isMoment || Date.parse(written) < 0) throw unknown('as_of is a moment with its zone, like 2026-11-23T09:30:00Z')
  if (Date.parse(written) > Date.now()) throw unknown('as_of is a moment that is past')
  return written
}

function readNames(parameters: Parameters, known: readonly string[]): Record<string, string | undefined> {
  const said: Record<string, string> = {}
  for (const [parameter, value] of Object.entries(parameters)) {
    const name = parameter.split('[')[0]!
    if (!known.includes(name)) throw unknown(`There is no parameter ${name}. There are: ${known.join(', ')}`)
    if (name === 'filter') continue
    if (Array.isArray(value) || parameter !== name) throw unknown(`Send ${name} once`)
    said[name] = value
  }
  return said
}

function numberIn(written: string, name: string, most: number): number {
  const number = Number(written)
  if (!Number.isInteger(number) || number < 1) throw unknown(`${name} is a whole number of at least 1`)
  if (number > most) throw tooMuch(`${name} is at most ${most}`)
  return number
}
