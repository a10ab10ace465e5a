import { plainTime, readTimeValue, timeChoices } from './query-times.ts'

/** A part of the text of a query, in UTF-16 code units. */
export type Span = { position: number; length: number }
export type Operator = ':' | '=' | '!=' | '<' | '<=' | '>' | '>='
export type QueryValue = Span & { text: string; isQuoted: boolean }
/** Thrown for a text that is no valid query. `choices` lists what is valid at this place; it can be empty. */
export class QueryError extends Error {
  readonly position: number
  readonly length: number
  readonly choices: readonly string[]

  constructor(message: string, { position, length }: Span, choices: readonly string[] = []) {
    super(message)
    this.position = position
    this.length = length
    this.choices = choices
  }
}

type Choice = {
  value: string
  label: string
  /** Another spelling of the value, which stays when the value is renamed. */
  id?: string
  /** True for a value that is not offered, because another one means the same. */
  isHidden?: boolean
}

/** How a key of a query is compared, and what its values are. */
export type QueryKey = {
  /** Name of the key on screen. */
  label: string
  /** True if `key:none` and `key:any` ask whether the value is empty. */
  hasNone?: boolean
  /** True if `=` compares the whole value, and `:` only a part of it. */
  hasExact?: boolean
} & (
  | { type: 'choice'; choices: readonly Choice[]; isOrdered?: boolean }
  | { type: 'person' | 'tag' | 'text' }
  | { type: 'number' }
  /** A number that can be negative or have a fraction. */
  | { type: 'decimal' }
  /** `isFuture`: a span such as `4h` counts from now into the future. Without it, into the past. */
  | { type: 'time'; isFuture?: boolean }
)
export type QueryKeys = Record<string, QueryKey>

/** Returns a key as the list spells it. Keys ignore upper and lower case. */
export function findKey(keys: QueryKeys, text: string): string | undefined {
  if (Object.hasOwn(keys, text)) return text
  const wanted = text.toLowerCase()
  return Object.keys(keys).find((key) => key.toLowerCase() === wanted)
}

const compared: readonly Operator[] = [':', '<', '<=', '>', '>=']

export const operatorsOf = (key: QueryKey): readonly Operator[] => {
  const isCompared = key.type === 'number' || key.type === 'decimal' || key.type === 'time'
  if (isCompared || (key.type === 'choice' && key.isOrdered)) return compared
  return key.hasExact ? [':', '='] : [':']
}

const asChoice = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')

export const findChoice = (choices: readonly Choice[], text: string) =>
  choices.find(({ value, label, id }) =>
    [value, asChoice(value), asChoice(label), id].some((one) => one === text || one === asChoice(text)),
  )

export const isEmptyValue = (key: QueryKey, { text, isQuoted }: QueryValue) =>
  Boolean(key.hasNone) && !isQuoted && /^(none|any)$/i.test(text)

export const offeredChoices = (choices: readonly Choice[]) => choices.filter(({ isHidden }) => !isHidden)

/** Values that mean something else without quotation marks. */
export const needsQuotes = /[\s(),"\u201c\u201d\u201e]|^$|^(me|none|any)$/i

/** The values that a key suggests: its closed set, or examples of times. Empty for names, texts and numbers. */
export function valuesOf(key: QueryKey): readonly string[] {
  const empty = key.hasNone ? ['none', 'any'] : []
  if (key.type === 'choice') return [...offeredChoices(key.choices).map(({ value }) => written(value)), ...empty]
  return key.type === 'time' ? [...timeChoices, ...empty] : empty
}

const written = (value: string) =>
  needsQuotes.test(value) ? `"${value.replace(/["\\\u201c\u201d]/g, '\\$&')}"` : value

type Places = {
  /** Key and operator. */
  start: Span
  /** From the key to the end of the value. */
  whole: Span
}

/**
 * Throws a `QueryError` if the operator or the value does not fit the key. The choices of the error are texts that can
 * replace the text at its place.
 */
export function checkValue(name: string, key: QueryKey, operator: Operator, value: QueryValue, places: Places) {
  const operators = operatorsOf(key)
  const { text } = value
  if (!operators.includes(operator)) {
    const choices = operators.map((one) => `${name}${one}`)
    throw new QueryError(`"${name}" does not take "${operator}"`, places.start, choices)
  }
  if (isEmptyValue(key, value)) {
    if (operator === ':') return
    const choices = [`${name}:none`, `${name}:any`]
    throw new QueryError(`"${text}" needs ":" before it`, places.whole, choices)
  }
  if (key.type === 'choice' && !findChoice(key.choices, text))
    throw new QueryError(`"${text}" is no value of "${name}"`, value, valuesOf(key))
  if (key.type === 'number' && !/^\d{1,9}$/.test(text))
    throw new QueryError(`"${name}" takes a number without fraction`, value)
  if (key.type === 'decimal' && !/^-?\d{1,15}(\.\d{1,10})?$/.test(text))
    throw new QueryError(`"${name}" takes a number such as 12 or -3.5`, value)
  if (key.type === 'time') checkTime(name, key, operator, value, places)
}

function checkTime(name: string, key: QueryKey, operator: Operator, value: QueryValue, { whole }: Places) {
  const time = readTimeValue(value.text)
  if (!time) throw new QueryError(`"${value.text}" is no date or time`, value, valuesOf(key))
  if (time.kind !== 'span' || operator !== ':') return
  const choices = [`${name}<${value.text}`, `${name}>${value.text}`]
  throw new QueryError(`A span such as ${value.text} needs "<" or ">" before it`, whole, choices)
}

/** Returns the value in its canonical spelling. */
export function plainValue(key: QueryKey, value: QueryValue): QueryValue {
  if (isEmptyValue(key, value)) return { ...value, text: value.text.toLowerCase() }
  if (key.type === 'choice') {
    const text = findChoice(key.choices, value.text)!.value
    return { ...value, text, isQuoted: needsQuotes.test(text) }
  }
  if (key.type === 'time') return { ...value, text: plainTime(value.text), isQuoted: false }
  if (key.type === 'number' || key.type === 'decimal')
    return { ...value, text: String(Number(value.text)), isQuoted: false }
  return value
}
