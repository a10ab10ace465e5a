import { deliveryCaps } from '#contract/content/delivery.ts'
import type { Perspective } from '#server/content/delivery/perspective.ts'
import { type Filter, type Parameters, readFilter } from '#server/content/filters/read-filter.ts'
import { tooMuch, unknown } from '#server/content/filters/refuse-query.ts'
import { readSort } from '#server/content/filters/sort-rows.ts'
import type { Sorting } from '#server/content/models/sorting.ts'
import { type FieldSelection, readFields } from './field-selection.ts'

export type DeliveryQuery = {
  fields: FieldSelection | null
  filter: Filter | null
  sort: Sorting[] | null
  locale: string | null
  /** What is joined stands once beside what leads to it. */
  isNormalized: boolean
  /** Rich texts are HTML. */
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

/** The parameters of a list, or a refusal that names what there is instead. */
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

/** The parameters of one entry. */
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

/** Whether another language stands in where the one that is asked for is not there. */
export function readFallback({ fallback }: Parameters): boolean {
  if (fallback !== undefined && fallback !== 'none') throw unknown('fallback is one of: none')
  return fallback === undefined
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/

/** Which state of the content is asked for; null where nothing is said. */
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
    if (Array.isArray(value) || parameter !== name) throw unknown(`Say ${name} once`)
    said[name] = value
  }
  return said
}

function numberIn(written: string, name: string, most: number): number {
  const number = Number(written)
  if (!Number.isInteger(number) || number < 1) throw unknown(`${name} is a whole number from 1 on`)
  if (number > most) throw tooMuch(`${name} is at most ${most}`)
  return number
}
