import type { Source } from '#server/imports/import-kind.ts'

const known = new WeakMap<readonly string[], Map<string, string[]>>()

/**
 * The file of an archive that an address elsewhere means: of those called as its last part, with an ending or without, the one
 * whose folders have the most in common with it. None where two could be meant.
 */
export function fileBeside({ paths }: Pick<Source, 'paths'>, address: string): string | null {
  const parts = partsOf(address)
  const last = parts.at(-1)
  if (!last) return null
  const scored = (filesByName(paths).get(last) ?? [])
    .map((path) => ({ path, score: inCommon(parts, partsOf(path)) }))
    .toSorted((one, other) => other.score - one.score)
  const [best, next] = scored
  return best && best.score !== next?.score ? best.path : null
}

function filesByName(paths: readonly string[]): Map<string, string[]> {
  const before = known.get(paths)
  if (before) return before
  const names = new Map<string, string[]>()
  for (const path of paths.filter((one) => !/\.json$/i.test(one))) {
    const last = partsOf(path).at(-1)!
    for (const name of new Set([last, last.replace(/\.\w{1,5}$/, '')]))
      names.set(name, [...(names.get(name) ?? []), path])
  }
  known.set(paths, names)
  return names
}

function partsOf(address: string): string[] {
  const path = address.replace(/^(?:[a-z]+:)?\/\//i, '').split(/[?#]/)[0]!
  return path
    .split('/')
    .filter(Boolean)
    .map((part) => decode(part).normalize('NFC').toLowerCase())
}

function inCommon(one: string[], other: string[]): number {
  let count = 0
  while (count < Math.min(one.length, other.length) - 1 && one.at(-2 - count) === other.at(-2 - count)) count += 1
  return count
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
