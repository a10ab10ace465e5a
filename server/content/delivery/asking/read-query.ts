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
  /** Whether each referenced entry, file and category is listed only once, in `_included`. */
  isNormalized: boolean
  isHtml: boolean
  isCounted: boolean
  limit: number
  after: string | null
  before: string | null
  page: number | null
}

const oneParameters = ['fields', 'shape', 'richText', 'locale', 'fallback', 'as_of', 'perspective', 'domain']
const listParameters = [...oneParameters, 'filter', 'sort', 'count', 'limit', 'after', 'before', 'page']

export function readListQuery(parameters: Parameters): DeliveryQuery {
  const named = readNames(parameters, listParameters)
  const { after = null, before = null } = named
  const page = named.page === undefined ? null : numberIn(named.page, 'page', deliveryCaps.pages)
  if ([after, before, page].filter((one) => one !== null).length > 1) throw unknown('Use one of after, before and page')
  return {
    ...readOne(named),
    filter: readFilter(parameters),
    sort: named.sort === undefined ? null : readSort(named.sort),
    isCounted: oneOf('count', ['none', 'exact'], named.count) === 'exact',
    limit: named.limit === undefined ? 25 : numberIn(named.limit, 'limit', deliveryCaps.page),
    after,
    before,
    page,
  }
}

export const readOneQuery = (parameters: Parameters) => readOne(readNames(parameters, oneParameters))

const readOne = ({ fields, locale, shape, richText }: NamedParameters) => ({
  fields: fields === undefined ? null : readFields(fields),
  locale: locale ?? null,
  isNormalized: oneOf('shape', ['nested', 'normalized'], shape) === 'normalized',
  isHtml: oneOf('richText', ['document', 'html'], richText) === 'html',
})

function oneOf<T extends string>(name: string, allowed: readonly T[], written: string | string[] | undefined) {
  if (written === undefined) return undefined
  const known = allowed.find((one) => one === written)
  if (!known) throw unknown(`${name} is one of: ${allowed.join(', ')}`)
  return known
}

/** Whether an entry without a text in the requested language is delivered in another language. */
export const readFallback = ({ fallback }: Parameters) => oneOf('fallback', ['none'], fallback) === undefined

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/

export function readPerspective({ as_of: asOf, perspective }: Parameters): Perspective | null {
  if (asOf !== undefined && perspective !== undefined) throw unknown('Use one of as_of and perspective')
  if (asOf !== undefined) return { kind: 'past', moment: readMoment(asOf) }
  const kind = oneOf('perspective', ['published', 'draft'], perspective)
  return kind ? { kind } : null
}

function readMoment(written: string | string[]): string {
  const isMoment = typeof written === 'string' && moment.test(written) && Number.isFinite(Date.parse(written))
  if (!isMoment || Date.parse(written) < 0) throw unknown('as_of is a moment with its zone, like 2026-11-23T09:30:00Z')
  if (Date.parse(written) > Date.now()) throw unknown('as_of is a moment that is past')
  return written
}

type NamedParameters = Record<string, string | undefined>

function readNames(parameters: Parameters, known: readonly string[]): NamedParameters {
  const named: NamedParameters = {}
  for (const [parameter, value] of Object.entries(parameters)) {
    const name = parameter.split('[')[0]!
    if (!known.includes(name)) throw unknown(`There is no parameter ${name}. There are: ${known.join(', ')}`)
    if (name === 'filter') continue
    if (Array.isArray(value) || parameter !== name) throw unknown(`Send ${name} once`)
    named[name] = value
  }
  return named
}

function numberIn(written: string, name: string, most: number): number {
  const number = Number(written)
  if (!Number.isInteger(number) || number < 1) throw unknown(`${name} is a whole number of at least 1`)
  if (number > most) throw tooMuch(`${name} is at most ${most}`)
  return number
}
