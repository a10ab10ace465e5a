import type { FieldKind } from '#contract/fields/fields.ts'

const comparisons = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'nin', 'exists', 'missing'] as const
const words = ['contains', 'starts', 'search', 'eq', 'ne', 'in', 'nin', 'exists', 'missing'] as const
const keys = ['eq', 'ne', 'in', 'nin', 'exists', 'missing'] as const
const presence = ['exists', 'missing'] as const

/** How a field is compared; `missing` is `exists` with false. */
export type ShownOperator = (typeof comparisons | typeof words | typeof keys | typeof places)[number]
const places = ['near', 'within', 'exists', 'missing'] as const

/** What the values of each kind can be asked. */
const byKind: Record<FieldKind, readonly ShownOperator[]> = {
  ...{
    text: words,
    long_text: words,
    markdown: words,
    code: words,
    slug: words,
    url: words,
    email: words,
    phone: words,
  },
  ...{ integer: comparisons, decimal: comparisons, date: comparisons, datetime: comparisons, time: comparisons },
  ...{ boolean: ['eq', 'exists', 'missing'], color: keys, select: keys, category: keys, reference: keys },
  ...{ media: presence, rich_text: presence, group: presence, blocks: presence, json: presence, location: places },
}

/** A text that is chosen several times over is kept as a list, of which only its presence is asked. */
export const operatorsFor = ({ kind }: { kind: FieldKind }): readonly ShownOperator[] => byKind[kind]

const moments: readonly FieldKind[] = ['date', 'datetime', 'time']
const named: Record<ShownOperator, string> = {
  ...{ eq: 'is', ne: 'is not', in: 'is one of', nin: 'is none of', lt: 'is less than', lte: 'is at most' },
  ...{ gt: 'is more than', gte: 'is at least', exists: 'is filled in', missing: 'is empty' },
  ...{ contains: 'contains', starts: 'begins with', search: 'has the words', near: 'is near', within: 'is within' },
}
const ofMoments: Partial<typeof named> = {
  lt: 'is before',
  lte: 'is at the latest',
  gt: 'is after',
  gte: 'is at the earliest',
}

export const operatorName = (operator: string, kind: FieldKind): string =>
  (moments.includes(kind) ? ofMoments[operator as ShownOperator] : undefined) ??
  named[operator as ShownOperator] ??
  operator

/** As the API calls it, and the other way round. */
export const askedAs = (operator: ShownOperator) => (operator === 'missing' ? 'exists' : operator)
export const shownAs = (operator: string, value: string): ShownOperator =>
  operator === 'exists' && value === 'false' ? 'missing' : (operator as ShownOperator)

export const takesValue = (operator: ShownOperator) => operator !== 'exists' && operator !== 'missing'
export const takesSeveral = (operator: ShownOperator) => operator === 'in' || operator === 'nin'
