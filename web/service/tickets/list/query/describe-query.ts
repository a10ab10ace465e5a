import { slugOf } from '#contract/letters/slug.ts'
import { type Condition, formatQuery, parseQuery, type Query, type QueryNode } from '#contract/search/query.ts'
import {
  findChoice,
  isEmptyValue,
  QueryError,
  type QueryKey,
  type QueryKeys,
  type QueryValue,
} from '#contract/search/query-keys.ts'
import { namesMembers, ticketOrders, ticketQueryKeys } from '#contract/tickets/ticket-query.ts'

export type QueryProblem = { text: string; message: string; position: number; length: number; choices: string[] }

/** A condition of a query that the list shows as a chip. */
type QueryChip = {
  /** The condition as text. */
  text: string
  label: string
  value: string
  /** The query without the condition. */
  rest: string
}
export type DescribedQuery = {
  problem: QueryProblem | null
  chips: QueryChip[]
  /** The query, written so that a condition can be added before it. */
  base: string
  /** What the list says if no ticket matches. */
  noMatch: string
  /** The keys of the workspace: custom fields, and its own statuses. */
  ownKeys: QueryKeys
}

type Person = { id: string; name: string }
type QueryContext = { members: Person[]; ownKeys: QueryKeys }

/** Describes a query for the page. Runs on the server, so that the page needs no parser. */
export function describeQuery(text: string, { members, ownKeys }: QueryContext): DescribedQuery {
  const keys: QueryKeys = { ...ticketQueryKeys, ...ownKeys }
  try {
    const query = parseQuery(text, keys, ticketOrders)
    const isEither = query.node.kind === 'or'
    const base = formatQuery(isEither ? { ...query, node: { kind: 'and', parts: [query.node] } } : query)
    return {
      problem: null,
      chips: chipsOf(query, keys, members),
      base,
      noMatch: noMatchOf(query.node, members),
      ownKeys,
    }
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    const { message, position, length, choices } = error
    const problem = { text, message, position, length, choices: [...choices] }
    return { problem, chips: [], base: text, noMatch: '', ownKeys }
  }
}

function noMatchOf(node: QueryNode, members: Person[]): string {
  const terms = termsOf(node)
  const named = terms.flatMap((term) => (term.kind === 'condition' && namesMembers(term.key) ? term.values : []))
  const unknown = named.find((value) => !isMember(value, members))
  if (unknown) return `Nobody in the team is called “${unknown.text}”.`
  return terms.some(({ kind }) => kind === 'words')
    ? 'Tickets match if the subject, a message, a tag or a name contains every word.'
    : 'Change or remove a condition, or search all tickets.'
}

function termsOf(node: QueryNode): Exclude<QueryNode, { part: unknown } | { parts: unknown }>[] {
  if (node.kind === 'not') return termsOf(node.part)
  return node.kind === 'and' || node.kind === 'or' ? node.parts.flatMap(termsOf) : [node]
}

/** Members who left the team are not in the list, so an address counts as known. */
const isMember = ({ text, isQuoted }: QueryValue, members: Person[]) =>
  (!isQuoted && ['me', 'none', 'any'].includes(text.toLowerCase())) ||
  text.includes('@') ||
  members.some(({ id, name }) => id === text.toLowerCase() || plain(name).includes(plain(text)))

const plain = (name: string) => slugOf(name, { language: 'en', isPlain: true })

function chipsOf({ node, order }: Query, keys: QueryKeys, members: Person[]): QueryChip[] {
  const parts = node.kind === 'and' ? node.parts : [node]
  return parts.flatMap((part, at) => {
    const condition = conditionOf(part)
    if (!condition) return []
    const words = wordsOf(condition, { key: keys[condition.key]!, isNot: part.kind === 'not', members })
    const rest = formatQuery({ node: { kind: 'and', parts: parts.toSpliced(at, 1) }, order })
    return [{ text: formatQuery({ node: part, order: null }), ...words, rest }]
  })
}

const conditionOf = (node: QueryNode): Condition | null => {
  if (node.kind === 'condition') return node
  return node.kind === 'not' && node.part.kind === 'condition' ? node.part : null
}

type WordsContext = { key: QueryKey; isNot: boolean; members: Person[] }

function wordsOf({ operator, values }: Condition, { key, isNot, members }: WordsContext) {
  const label = `${key.label} ${operatorWords(key, operator, values, isNot)}`.trim()
  const value = values.map((one) => valueWords(key, one, members)).join(' or ')
  return { label, value }
}

function operatorWords(key: QueryKey, operator: Condition['operator'], [value]: QueryValue[], isNot: boolean) {
  const not = isNot ? 'not ' : ''
  if (operator === ':') return key.type === 'text' ? `${not}with` : not.trim()
  if (operator === '=') return `${not}exactly`
  const isSpan = key.type === 'time' && /^\d+[mhdw]$/.test(value!.text)
  const words = isSpan
    ? { '<': 'less than', '<=': 'at most', '>': 'more than', '>=': 'at least' }
    : key.type === 'time'
      ? { '<': 'before', '<=': 'until', '>': 'after', '>=': 'from' }
      : { '<': 'below', '<=': 'at most', '>': 'above', '>=': 'at least' }
  return `${not}${words[operator]}`
}

const units: Record<string, string> = { m: 'minutes', h: 'hours', d: 'days', w: 'weeks' }

function valueWords(key: QueryKey, value: QueryValue, members: Person[]): string {
  const { text, isQuoted } = value
  if (isEmptyValue(key, value)) return text === 'none' ? 'none' : 'any'
  if (key.type === 'choice') return findChoice(key.choices, text)!.label
  if (key.type === 'person' && !isQuoted && text.toLowerCase() === 'me') return 'me'
  if (key.type === 'person') return members.find(({ id }) => id === text.toLowerCase())?.name ?? text
  if (key.type !== 'time') return text
  const span = /^(\d+)([mhdw])$/.exec(text)
  if (span) return `${span[1]} ${units[span[2]!]}${'isFuture' in key && key.isFuture ? ' from now' : ' ago'}`
  return text.replace('_', ' ').replace('T', ' ')
}
