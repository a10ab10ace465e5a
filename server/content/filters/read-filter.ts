import { deliveryCaps } from '#contract/content/delivery.ts'
import { tooMuch, unknown } from './refuse-query.ts'

export type Parameters = Record<string, string | string[]>

export const comparisons = ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists'] as const
const operators = [...comparisons, 'contains', 'starts', 'search', 'near', 'within'] as const
export type Operator = (typeof operators)[number]

export type Filter =
  | { all: Filter[] }
  | { any: Filter[] }
  | { not: Filter }
  | { path: string[]; operator: Operator; value: string }

export const conjunctsOf = (filter: Filter): Filter[] => ('all' in filter ? filter.all.flatMap(conjunctsOf) : [filter])

type Branch = Map<string, Branch | string>

/** Parses filter[…] parameters. A field without an operator means equality. */
export function readFilter(parameters: Parameters): Filter | null {
  const root: Branch = new Map()
  for (const [name, value] of Object.entries(parameters)) {
    if (!isOfFilter(name)) continue
    for (const one of Array.isArray(value) ? value : [value]) hang(root, segmentsOf(name), one)
  }
  if (root.size === 0) return null
  const counted = { predicates: 0 }
  return readBranch(root, counted, 0)
}

const isOfFilter = (name: string) => name.split('[')[0] === 'filter'

export const isFiltered = (parameters: Parameters) => Object.keys(parameters).some(isOfFilter)

function segmentsOf(name: string): string[] {
  const inner = name.slice('filter'.length)
  if (!/^(\[[^[\]]+\])+$/.test(inner)) throw unknown('A filter is written as filter[field][operator]=value')
  return inner.slice(1, -1).split('][')
}

function hang(root: Branch, segments: string[], value: string) {
  let at = root
  for (const segment of segments.slice(0, -1)) {
    const below = at.get(segment) ?? new Map()
    if (typeof below === 'string') throw unknown(`filter says ${segment} twice`)
    at.set(segment, below)
    at = below
  }
  const last = segments.at(-1)!
  if (at.has(last)) throw unknown(`filter says ${segments.join('.')} twice`)
  at.set(last, value)
}

function readBranch(branch: Branch, counted: { predicates: number }, depth: number): Filter {
  if (depth > deliveryCaps.depth) throw tooMuch(`filter nests at most ${deliveryCaps.depth} levels`)
  const parts = [...branch].map(([name, below]): Filter => {
    if (name === 'and' || name === 'or') {
      const several = branchIn(below, name)
      const filters = [...several].map(([, one]) => readBranch(branchIn(one, name), counted, depth + 1))
      return name === 'and' ? { all: filters } : { any: filters }
    }
    if (name === 'not') return { not: readBranch(branchIn(below, name), counted, depth + 1) }
    return readField(name.split('.'), below, counted)
  })
  return parts.length === 1 ? parts[0]! : { all: parts }
}

function branchIn(below: Branch | string, name: string): Branch {
  if (typeof below === 'string') throw unknown(`${name} takes filters: filter[${name}][0][field][operator]=value`)
  return below
}

function readField(path: string[], below: Branch | string, counted: { predicates: number }): Filter {
  const said: [string, string][] =
    typeof below === 'string'
      ? [['eq', below]]
      : [...below].map(([operator, value]) => {
          if (typeof value !== 'string')
            throw unknown(`A filter is written as filter[${path.join('.')}][operator]=value`)
          return [operator, value]
        })
  const predicates = said.map(([operator, value]): Filter => {
    const known = operators.find((one) => one === operator)
    if (!known) throw unknown(`There is no operator ${operator}. There are: ${operators.join(', ')}`)
    counted.predicates += 1
    if (counted.predicates > deliveryCaps.predicates)
      throw tooMuch(`filter has at most ${deliveryCaps.predicates} comparisons`)
    return { path, operator: known, value }
  })
  return predicates.length === 1 ? predicates[0]! : { all: predicates }
}
