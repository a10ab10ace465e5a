import { redirect } from 'react-router'
import type { EventType } from '#contract/events.ts'

const mark = 'part'

type Readers = Record<string, () => unknown>
type Parts<R extends Readers> = { [P in keyof R]: Awaited<ReturnType<R[P]>> }

/** Reads the parts of a page in a loader. A live reload reads only the requested parts. */
export async function readParts<R extends Readers>(request: Request, readers: R): Promise<Parts<R>> {
  const requested = new URL(request.url).searchParams.getAll(mark)
  if (requested.length > 0) refuseAsPage(request)
  const requestedReaders = Object.entries(readers).filter(
    ([part]) => requested.length === 0 || requested.includes(part),
  )
  const read = await Promise.all(requestedReaders.map(async ([part, read]) => [part, await read()]))
  // Complete except for `useLivePage`, which requests only some parts.
  return Object.fromEntries(read) as Parts<R>
}

/** Redirects to the whole page if a browser opens an address with only some parts. */
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
/** Maps events to the parts that they may change. Lookup order: name, `noun.*`, `*.verb`, `otherwise`. */
export type Touches<Part extends string> = { [P in Pattern]?: Touched<Part> } & { otherwise: Touched<Part> }

export function touchedBy<Part extends string>(table: Touches<Part>, type: string): Touched<Part> {
  const known: Record<string, Touched<Part> | undefined> = table
  const [noun, verb] = type.split('.')
  return known[type] ?? known[`${noun}.*`] ?? known[`*.${verb}`] ?? table.otherwise
}
