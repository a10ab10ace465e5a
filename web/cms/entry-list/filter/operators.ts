import type { FieldKind } from '#contract/fields/fields.ts'
import type { FieldKindView } from '#web/fields/form/field-shape.ts'
import { kindViewOf } from '#web/fields/kinds.ts'

const comparisons = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'nin', 'exists', 'missing'] as const
const words = ['contains', 'starts', 'search', 'eq', 'ne', 'in', 'nin', 'exists', 'missing'] as const
const keys = ['eq', 'ne', 'in', 'nin', 'exists', 'missing'] as const

/** Operators that the filter dialog shows. The API has no `missing`: it receives `exists` with the value false. */
export type ShownOperator = (typeof comparisons | typeof words | typeof keys | typeof places)[number]
const places = ['near', 'within', 'exists', 'missing'] as const

const operatorsOf: Record<FieldKindView['filter'], readonly ShownOperator[]> = {
  words,
  numbers: comparisons,
  moments: comparisons,
  yesOrNo: ['eq', 'exists', 'missing'],
  keys,
  places,
  presence: ['exists', 'missing'],
}

export const operatorsFor = ({ kind }: { kind: FieldKind }): readonly ShownOperator[] =>
  operatorsOf[kindViewOf(kind).filter]

const named: Record<ShownOperator, string> = {
  ...{ eq: 'is', ne: 'is not', in: 'is one of', nin: 'is none of', lt: 'is less than', lte: 'is at most' },
  ...{ gt: 'is more than', gte: 'is at least', exists: 'is filled in', missing: 'is empty' },
  ...{ contains: 'contains', starts: 'begins with', search: 'has the words', near: 'is near', within: 'is within' },
}
const ofMoments: Partial<typeof named> = {
  lt: 'is before',
  lte: 'is on or before',
  gt: 'is after',
  gte: 'is on or after',
}

export const operatorName = (operator: ShownOperator, kind: FieldKind): string =>
  (kindViewOf(kind).filter === 'moments' ? ofMoments[operator] : undefined) ?? named[operator] ?? operator

export const askedAs = (operator: ShownOperator) => (operator === 'missing' ? 'exists' : operator)
export const shownAs = (operator: string, value: string): ShownOperator =>
  operator === 'exists' && value === 'false' ? 'missing' : (operator as ShownOperator)

export const takesValue = (operator: ShownOperator) => operator !== 'exists' && operator !== 'missing'
export const takesSeveral = (operator: ShownOperator) => operator === 'in' || operator === 'nin'
