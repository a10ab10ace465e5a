import { findKey, operatorsOf, type QueryKey, type QueryKeys, type Span, valuesOf } from './query-keys.ts'

type QuerySuggestion = {
  /** Text that replaces the part of the query. */
  insert: string
  /** What the text means, if the text does not say it. */
  detail?: string
}
/** Suggestions for a part of the text of a query. */
export type QuerySuggestions = Span & { items: QuerySuggestion[] }

export type SuggestionSource = {
  keys: QueryKeys
  orders: readonly string[]
  /** Returns the names that a key suggests, such as members for `assignee`. */
  namesOf(key: string): readonly { value: string; label: string }[]
}

const mostItems = 12

/** Suggests keys, operators or values for the word before the caret. Returns null if there is nothing to suggest. */
export function suggestQuery(text: string, caret: number, source: SuggestionSource): QuerySuggestions | null {
  const before = text.slice(0, caret)
  if (isInQuotes(before)) return null
  const started = /(?:^|[\s(])-?([a-z][\w.-]*)(:|!=|<=|>=|=|<|>)((?:[^\s,()"]*,)*)([^\s,()"]*)$/i.exec(before)
  const items = started ? valuesFor(started, source) : keysFor(before, source)
  const word = started ? started[4]! : (/[a-z][\w.-]*$/i.exec(before)?.[0] ?? '')
  const useful = items.filter(({ insert }) => insert !== word).slice(0, mostItems)
  return useful.length > 0 ? { position: caret - word.length, length: word.length, items: useful } : null
}

const isInQuotes = (text: string) => (text.replace(/\\./g, '').match(/["\u201c\u201d\u201e]/g)?.length ?? 0) % 2 === 1

function keysFor(before: string, { keys, orders }: SuggestionSource): QuerySuggestion[] {
  const word = /(?:^|[\s(])-?([a-z][\w.-]*)$/i.exec(before)?.[1]?.toLowerCase()
  if (!word) return []
  const exact = findKey(keys, word)
  if (exact)
    return operatorsFor(keys[exact]!).map(({ operator, detail }) => ({ insert: `${exact}${operator}`, detail }))
  const named = Object.entries(keys)
    .filter(([name, { label }]) => name.toLowerCase().startsWith(word) || label.toLowerCase().startsWith(word))
    .map(([name, { label }]) => ({ insert: `${name}:`, detail: label }))
  return orders.length > 0 && 'order'.startsWith(word) ? [...named, { insert: 'order:', detail: 'Order' }] : named
}

function operatorsFor(key: QueryKey) {
  const isTime = key.type === 'time'
  const details = {
    ':': key.type === 'text' ? 'contains' : isTime ? 'is on' : 'is',
    '=': 'is exactly',
    '!=': 'is not',
    '<': isTime ? 'is before, or less than' : 'is below',
    '<=': isTime ? 'is until, or at most' : 'is at most',
    '>': isTime ? 'is after, or more than' : 'is above',
    '>=': isTime ? 'is from, or at least' : 'is at least',
  }
  return [...operatorsOf(key), '!=' as const].map((operator) => ({ operator, detail: details[operator] }))
}

function valuesFor([, written, operator, , word]: RegExpExecArray, source: SuggestionSource): QuerySuggestion[] {
  const name = findKey(source.keys, written!)
  const wanted = word!.toLowerCase()
  if (!name && written!.toLowerCase() === 'order')
    return source.orders
      .flatMap((order) => [
        { insert: order, detail: 'ascending' },
        { insert: `-${order}`, detail: 'descending' },
      ])
      .filter(({ insert }) => insert.startsWith(wanted))
  if (!name) return []
  const key = source.keys[name]!
  const labels = new Map(key.type === 'choice' ? key.choices.map(({ value, label }) => [value, label]) : [])
  const people = source.namesOf(name).map(({ value, label }) => ({ insert: value, detail: label }))
  const values = valuesOf(key)
    .filter((value) => operator === ':' || operator === '!=' || !['none', 'any'].includes(value))
    .map((insert) => ({ insert, detail: labels.get(insert) }))
  const fits = (text = '') =>
    text
      .toLowerCase()
      .split(/[\s"]+/)
      .some((part) => part.startsWith(wanted))
  return [...people, ...values].filter(({ insert, detail }) => fits(insert) || fits(detail))
}
