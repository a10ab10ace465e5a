import { formatQuery, parseQuery, takeWords } from '#contract/search/query.ts'
import { QueryError, type QueryKeys } from '#contract/search/query-keys.ts'
import { ticketOrders, ticketQueryKeys } from '#contract/tickets/ticket-query.ts'
import type { ViewOrder } from '#contract/tickets/view-values.ts'

/** The orders that a list with a query offers. */
const offered = [
  '-updated',
  'updated',
  'waiting',
  '-created',
  'created',
  '-priority',
  'requester',
  '-number',
] as const satisfies ViewOrder[]
export type OfferedOrder = (typeof offered)[number]

export type DescribedOrders = {
  /** null if the query has an order that is not offered. */
  current: OfferedOrder | null
  /** Whether the query itself names the order. */
  isWritten: boolean
  /** The query with each order. */
  texts: Record<OfferedOrder, string>
}

/**
 * Writes a query with each order. Found words are sorted by latest change, and other queries as the list without a query. Returns null for
 * an invalid query. Runs on the server, because it needs the parser.
 */
export function describeOrders(text: string, ownKeys: QueryKeys, listOrder: OfferedOrder): DescribedOrders | null {
  try {
    const query = parseQuery(text, { ...ticketQueryKeys, ...ownKeys }, ticketOrders)
    const [words] = takeWords(query.node)
    const usual = words.length > 0 ? '-updated' : listOrder
    const named = query.order ? `${query.order.isDescending ? '-' : ''}${query.order.key}` : usual
    const texts = offered.map((order) => {
      const isDescending = order.startsWith('-')
      const written = { key: order.slice(Number(isDescending)), isDescending, position: 0, length: 0 }
      return [order, formatQuery({ ...query, order: order === usual ? null : written })] as const
    })
    return {
      current: offered.find((order) => order === named) ?? null,
      isWritten: query.order !== null,
      texts: Object.fromEntries(texts) as DescribedOrders['texts'],
    }
  } catch (error) {
    if (error instanceof QueryError) return null
    throw error
  }
}
