import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'

type ListInput = { params?: unknown; query?: unknown }
type ListQuery = { cursor?: unknown; limit?: unknown } & Record<string, unknown>

const mark = '.'
const differs =
  'A cursor holds for the list and the query that gave it. Send the same query, or begin without a cursor.'

/**
 * Binds cursors to their query: `close` marks the cursor of an answer, and `open` refuses a cursor of another list,
 * filter or order. Cursors of answers with a `position` are not marked, so they fit every query.
 */
export function bindCursors({ method, path, query }: Endpoint) {
  const hasCursor = query instanceof z.ZodObject && 'cursor' in query.shape
  if (!hasCursor || method !== 'GET') return { open: <T extends ListInput>(given: T) => given, close: unchanged }

  const nameOf = (given: ListInput) => {
    const { cursor: _, limit: __, ...rest } = queryOf(given)
    return hash('sha256', JSON.stringify([path, given.params, inOrder(rest)]), 'base64url').slice(0, 11)
  }

  return {
    open<T extends ListInput>(given: T): T {
      const { cursor } = queryOf(given)
      if (typeof cursor !== 'string' || !cursor.includes(mark)) return given
      const at = cursor.lastIndexOf(mark)
      if (cursor.slice(at + 1) !== nameOf(given))
        throw new Refusal('invalid', { detail: differs, fields: { cursor: differs } })
      return { ...given, query: { ...queryOf(given), cursor: cursor.slice(0, at) } }
    },
    close<A>(given: ListInput, answer: A): A {
      const { next, position } = (answer ?? {}) as { next?: unknown; position?: unknown }
      if (typeof next !== 'string' || position !== undefined) return answer
      return { ...answer, next: `${next}${mark}${nameOf(given)}` }
    },
  }
}

const queryOf = ({ query }: ListInput) => (query ?? {}) as ListQuery

const unchanged = <A>(_: ListInput, answer: A): A => answer

const inOrder = (said: Record<string, unknown>) =>
  Object.entries(said)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
