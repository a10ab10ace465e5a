import { nearestNames } from '#contract/nearest-name.ts'
import {
  checkValue,
  findKey,
  type Operator,
  plainValue,
  QueryError,
  type QueryKeys,
  type QueryValue,
  type Span,
  valuesOf,
} from './query-keys.ts'

export type Condition = Span & {
  kind: 'condition'
  key: string
  operator: Exclude<Operator, '!='>
  values: QueryValue[]
}
export type Words = Span & { kind: 'words'; text: string; isPhrase: boolean }
export type QueryNode =
  | Condition
  | Words
  | { kind: 'not'; part: QueryNode }
  | { kind: 'and'; parts: QueryNode[] }
  | { kind: 'or'; parts: QueryNode[] }

const isPlainWord = (node: QueryNode): node is Words => node.kind === 'words' && !node.isPhrase

/** Returns the words that every match contains, and the other conditions. A phrase is a condition. */
export function takeWords(node: QueryNode): [Words[], QueryNode] {
  const parts = node.kind === 'and' ? node.parts : [node]
  return [parts.filter(isPlainWord), { kind: 'and', parts: parts.filter((part) => !isPlainWord(part)) }]
}
export type QueryOrder = Span & { key: string; isDescending: boolean }
/** A query that matches everything has the node `{ kind: 'and', parts: [] }`. `order` is null if the text has none. */
export type Query = { node: QueryNode; order: QueryOrder | null }

export const queryRefusals = {
  'query-invalid': { status: 400, text: 'The text of `q` is no valid query' },
} as const

export const queryLimits = { characters: 2000, conditions: 60, depth: 5 }

/**
 * Reads a query. `docs/api/queries.md` has the grammar.
 *
 * @param keys the keys of the list, such as `ticketQueryKeys`
 * @param orders the values of `order:`
 * @throws QueryError
 */
export function parseQuery(text: string, keys: QueryKeys, orders: readonly string[] = []): Query {
  if (text.length > queryLimits.characters)
    throw new QueryError(`A query has at most ${queryLimits.characters} characters`, {
      position: queryLimits.characters,
      length: text.length - queryLimits.characters,
    })
  return new Parser(text, keys, orders).parse()
}

const opening = /["\u201c\u201d\u201e]/
const keyAndOperator = /^([a-z][\w.-]*)(:|!=|<=|>=|=|<|>)/i

class Parser {
  readonly #text: string
  readonly #keys: QueryKeys
  readonly #orders: readonly string[]
  #at = 0
  #depth = 0
  #conditions = 0
  #order: QueryOrder | null = null

  constructor(text: string, keys: QueryKeys, orders: readonly string[]) {
    this.#text = text
    this.#keys = keys
    this.#orders = orders
  }

  parse(): Query {
    const node = this.#or()
    if (this.#at < this.#text.length) throw new QueryError('No bracket is open here', { position: this.#at, length: 1 })
    return { node, order: this.#order }
  }

  #or(): QueryNode {
    const parts = [this.#and()]
    while (this.#skipKeyword('OR')) parts.push(this.#and())
    if (parts.length > 1 && parts.some(isEmpty))
      throw new QueryError('OR needs a condition on both sides', this.#lastKeyword)
    return joined('or', parts)
  }

  #and(): QueryNode {
    const parts: QueryNode[] = []
    for (let isFirst = true; ; isFirst = false) {
      const hasAnd = this.#skipKeyword('AND')
      const isOver = this.#isAtEnd() || this.#isKeyword('OR')
      if (hasAnd && (isFirst || isOver || this.#isKeyword('AND')))
        throw new QueryError('AND needs a condition on both sides', this.#lastKeyword)
      if (isOver) return joined('and', parts)
      const part = this.#not()
      if (part) parts.push(part)
    }
  }

  #lastKeyword: Span = { position: 0, length: 0 }

  #not(): QueryNode | null {
    const position = this.#at
    const isMinus = this.#text[position] === '-' && /[^\s)]/.test(this.#text[position + 1] ?? ' ')
    if (!isMinus && !this.#skipKeyword('NOT')) return this.#term()
    if (isMinus) this.#at += 1
    if (this.#isAtEnd() || this.#isKeyword('AND') || this.#isKeyword('OR'))
      throw new QueryError('Nothing follows NOT', { position, length: this.#at - position })
    const part = this.#not()
    if (!part) throw new QueryError('An order cannot be negated', { position, length: this.#at - position })
    return negated(part)
  }

  #term(): QueryNode | null {
    const position = this.#at
    if (this.#text[position] === '(') return this.#group()
    const match = keyAndOperator.exec(this.#text.slice(position, position + 60))
    if (match && this.#isCondition(match[1]!, position + match[0].length))
      return this.#condition(match[1]!, match[2] as Operator)
    if (opening.test(this.#text[position]!)) {
      const text = this.#quoted()
      this.#count({ position, length: this.#at - position })
      return { kind: 'words', text, isPhrase: true, position, length: this.#at - position }
    }
    const [text] = /^[^\s()"\u201c\u201d\u201e]+/.exec(this.#text.slice(position))!
    this.#at += text.length
    return { kind: 'words', text, isPhrase: false, position, length: text.length }
  }

  /** URLs, and words before a colon and a space such as `Re:`, are words. */
  #isCondition(typed: string, end: number) {
    if (findKey(this.#keys, typed) !== undefined || isOrder(typed)) return true
    return !this.#text.startsWith('//', end) && /[^\s)]/.test(this.#text[end] ?? ' ')
  }

  #group(): QueryNode {
    const position = this.#at
    this.#depth += 1
    if (this.#depth > queryLimits.depth)
      throw new QueryError(`A query has at most ${queryLimits.depth} brackets inside each other`, {
        position,
        length: 1,
      })
    this.#at += 1
    const node = this.#or()
    if (this.#text[this.#at] !== ')') throw new QueryError('This bracket is never closed', { position, length: 1 })
    this.#at += 1
    this.#depth -= 1
    if (isEmpty(node))
      throw new QueryError('Write a condition between the brackets', { position, length: this.#at - position })
    return node
  }

  #condition(typed: string, operator: Operator): QueryNode | null {
    const position = this.#at
    const start = { position, length: typed.length + operator.length }
    this.#at += start.length
    const name = findKey(this.#keys, typed) ?? typed.toLowerCase()
    const key = Object.hasOwn(this.#keys, name) ? this.#keys[name] : undefined
    if (!key && !(isOrder(typed) && this.#orders.length > 0)) {
      const message = `There is no key "${name}". Put a text that contains "${operator}" in quotation marks.`
      throw new QueryError(message, { position, length: typed.length }, nearestNames(name, Object.keys(this.#keys)))
    }
    const suggested = key ? valuesOf(key) : this.#orders
    const values = this.#values(
      start,
      suggested.map((value) => `${this.#text.slice(position, this.#at)}${value}`),
    )
    const span = { position, length: this.#at - position }
    if (!key) return this.#setOrder(operator, values, span)
    this.#count(span)
    const asked = operator === '!=' || (operator === '=' && !key.hasExact) ? ':' : operator
    for (const value of values) checkValue(name, key, asked, value, { start, whole: span })
    const plain = values.map((value) => plainValue(key, value))
    const condition = { kind: 'condition', key: name, operator: asked, values: plain, ...span } as const
    return operator === '!=' ? negated(condition) : condition
  }

  #setOrder(operator: Operator, [value, second]: QueryValue[], span: Span) {
    if (this.#order || this.#depth > 0)
      throw new QueryError(this.#order ? 'A query has one order' : 'Write the order outside the brackets', span)
    const key = value!.text.replace(/^-/, '').toLowerCase()
    if (operator !== ':' || second || !this.#orders.includes(key)) {
      const choices = this.#orders.flatMap((order) => [`order:${order}`, `order:-${order}`])
      throw new QueryError('There is no such order', span, choices)
    }
    this.#order = { key, isDescending: value!.text.startsWith('-'), ...span }
    return null
  }

  #values(start: Span, choices: readonly string[]): QueryValue[] {
    const values: QueryValue[] = []
    do {
      if (values.length > 0) this.#at += 1
      const position = this.#at
      const isQuoted = opening.test(this.#text[position] ?? '')
      const text = isQuoted ? this.#quoted() : /^[^\s(),"\u201c\u201d\u201e]*/.exec(this.#text.slice(position))![0]
      if (!isQuoted) this.#at += text.length
      if (text.trim() === '') {
        if (values.length === 0) throw new QueryError('Write a value here', start, choices)
        throw new QueryError('Write a value after the comma', { position: position - 1, length: 1 })
      }
      values.push({ text, isQuoted, position, length: this.#at - position })
    } while (this.#text[this.#at] === ',')
    return values
  }

  #quoted(): string {
    const position = this.#at
    const match = /^.((?:\\.|[^\\"\u201c\u201d])*)["\u201c\u201d]/su.exec(this.#text.slice(position))
    if (!match) throw new QueryError('This quotation mark is never closed', { position, length: 1 })
    this.#at += match[0].length
    return match[1]!.replace(/\\(.)/gsu, '$1')
  }

  #count(span: Span) {
    this.#conditions += 1
    if (this.#conditions > queryLimits.conditions)
      throw new QueryError(`A query has at most ${queryLimits.conditions} conditions`, span)
  }

  #skipSpace() {
    this.#at += /^\s*/.exec(this.#text.slice(this.#at))![0].length
  }

  #isAtEnd() {
    this.#skipSpace()
    return this.#at >= this.#text.length || this.#text[this.#at] === ')'
  }

  #isKeyword(keyword: string) {
    this.#skipSpace()
    return (
      this.#text.startsWith(keyword, this.#at) &&
      /^[\s()"\u201c\u201d\u201e]?$/.test(this.#text[this.#at + keyword.length] ?? '')
    )
  }

  #skipKeyword(keyword: string) {
    if (!this.#isKeyword(keyword)) return false
    this.#lastKeyword = { position: this.#at, length: keyword.length }
    this.#at += keyword.length
    return true
  }
}

const isOrder = (key: string) => key.toLowerCase() === 'order'

const isEmpty = (node: QueryNode) => node.kind === 'and' && node.parts.length === 0

const negated = (part: QueryNode): QueryNode => (part.kind === 'not' ? part.part : { kind: 'not', part })

/** Joins parts. A part of the same kind gives its own parts, and one part stays as it is. */
function joined(kind: 'and' | 'or', parts: QueryNode[]): QueryNode {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : part))
  return flat.length === 1 ? flat[0]! : { kind, parts: flat }
}

/** Writes a query in its canonical form: the same query always has the same text, and the text parses to the query. */
export function formatQuery({ node, order }: Query): string {
  const ordered = order ? `order:${order.isDescending ? '-' : ''}${order.key}` : ''
  return [formatNode(node, 'or'), ordered].filter(Boolean).join(' ')
}

function formatNode(node: QueryNode, within: 'or' | 'and' | 'not'): string {
  if (node.kind === 'words') return node.isPhrase ? quote(node.text) : node.text
  if (node.kind === 'condition') return `${node.key}${node.operator}${node.values.map(formatValue).join(',')}`
  if (node.kind === 'not') return `-${formatNode(node.part, 'not')}`
  const parts = node.parts.map((part) => formatNode(part, node.kind))
  const text = parts.join(node.kind === 'or' ? ' OR ' : ' ')
  return within === 'not' || (within === 'and' && node.kind === 'or') ? `(${text})` : text
}

/** Writes a value as a query has it. */
export const formatValue = ({ text, isQuoted }: QueryValue) => (isQuoted ? quote(text) : text)

const quote = (text: string) => `"${text.replace(/["\\\u201c\u201d]/g, '\\$&')}"`
