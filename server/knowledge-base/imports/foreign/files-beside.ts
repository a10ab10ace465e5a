import type { Source } from '#server/bulk/imports/import-kind.ts'
import { decodeIfValid } from '#server/knowledge-base/redirects/redirect-path.ts'

/** Maps each path ending to its only file, or to null if several files match. */
type PathEndings = Map<string, string | null>
const known = new WeakMap<readonly string[], PathEndings>()

/** Maximum number of compared path parts. It limits the work for long paths. */
const mostParts = 12

/**
 * Finds the file whose path shares the most trailing parts with the URL. Null if no file or more than one file matches.
 */
export function fileBeside({ paths }: Pick<Source, 'paths'>, address: string): string | null {
  const parts = partsOf(address)
  const ends = endsOf(paths)
  for (let length = Math.min(parts.length, mostParts); length > 0; length -= 1) {
    const path = ends.get(parts.slice(-length).join('/'))
    if (path !== undefined) return path
  }
  return null
}

function endsOf(paths: readonly string[]): PathEndings {
  const before = known.get(paths)
  if (before) return before
  const ends: PathEndings = new Map()
  for (const path of paths.filter((one) => !/\.json$/i.test(one))) {
    const parts = partsOf(path).slice(-mostParts)
    const last = parts.at(-1) ?? ''
    for (const name of new Set([last, last.replace(/\.\w{1,5}$/, '')])) {
      const folders = parts.slice(0, -1)
      for (let from = 0; from <= folders.length; from += 1) {
        const end = [...folders.slice(from), name].join('/')
        ends.set(end, ends.has(end) ? null : path)
      }
    }
  }
  known.set(paths, ends)
  return ends
}

function partsOf(address: string): string[] {
  const path = address.replace(/^(?:[a-z]+:)?\/\//i, '').split(/[?#]/)[0]!
  return path
    .split('/')
    .filter(Boolean)
    .map((part) => decodeIfValid(part).normalize('NFC').toLowerCase())
}
