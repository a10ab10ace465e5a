import { redirect } from 'react-router'
import type { EventType } from '#contract/events.ts'

const mark = 'part'

type Readers = Record<string, () => unknown>
type Parts<R extends Readers> = { [P in keyof R]: Awaited<ReturnType<R[P]>> }

/** Reads the parts of a page in a loader. For a live reload, reads only the parts that the URL names. */
export async function readParts<R extends Readers>(request: Request, readers: R): Promise<Parts<R>> {
  const requested = new URL(request.url).searchParams.getAll(mark)
  if (requested.length > 0) refuseAsPage(request)
  const requestedReaders = Object.entries(readers).filter(
    ([part]) => requested.length === 0 || requested.includes(part),
  )
  const read = await Promise.all(requestedReaders.map(async ([part, read]) => [part, await read()]))
  // The cast claims that all parts are there. After a live reload, `useLivePage` adds the other parts.
  return Object.fromEntries(read) as Parts<R>
}

/** Redirects to the whole page if a browser opens a URL that names only some parts. */
function refuseAsPage({ url, headers }: Request) {
  if (!headers.get('accept')?.includes('text/html')) return
  const { pathname, searchParams } = new URL(url)
  searchParams.delete(mark)
  throw redirect(searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname)
}

export const isLiveReading = (request: Request) => new URL(request.url).searchParams.has(mark)

export function partsHref({ pathname, search }: { pathname: string; search: string }, parts: Iterable<string>) {
  const params = new URLSearchParams(search)
  for (const part of parts) params.append(mark, part)
  return `${pathname}?${params}`
}

type Noun<T> = T extends `${infer N}.${string}` ? N : never
type Verb<T> = T extends `${string}.${infer V}` ? V : never
type Pattern = EventType | `${Noun<EventType>}.*` | `*.${Verb<EventType>}`

export type Touched<Part extends string> = readonly Part[] | 'page'
/**
 * Maps event types to the parts of the page that they may change. `touchedBy` looks up the full type, then `noun.*`,
 * then `*.verb`, then `otherwise`.
 */
export type Touches<Part extends string> = { [P in Pattern]?: Touched<Part> } & { otherwise: Touched<Part> }

export function touchedBy<Part extends string>(table: Touches<Part>, type: string): Touched<Part> {
  const known: Record<string, Touched<Part> | undefined> = table
  const [noun, verb] = type.split('.')
  return known[type] ?? known[`${noun}.*`] ?? known[`*.${verb}`] ?? table.otherwise
}
