/** The ids, times and ETags of the page, each with the one that it stands for in this run. */
export type Ids = Map<string, string>

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const time = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/
/** Numbers that depend on what was made before, on the machine or on the build of a library. */
const varying = /\.(number|milliseconds|planningMilliseconds|bytes)$/
/** Stands for everything that the page leaves out at its place, written as a comment `// …`. */
const more = '…'

export const readAnswer = (text: string): unknown =>
  JSON.parse(text.replace(/^(\s*)\/\/ ….*$/gm, (_, indent) => `${indent}"${more}": "${more}"`).replaceAll(...asItem))

/** A line in a list is an item, and has no key. */
const asItem: [RegExp, string] = [/([[\]},]\s*)"…": "…"(?=\s*\])/g, '$1"…"']

/** Puts the ids of this run into what the page says. */
export const withOwnIds = (text: string, ids: Ids) =>
  [...ids].reduce((before, [shown, real]) => before.replaceAll(shown, real), text)

/**
 * What differs between the answer on the page and the real one, one line each. Ids and times may differ, but an id of the
 * page always stands for the same thing. `…` in a text stands for any characters.
 */
export function differences(shown: unknown, real: unknown, ids: Ids, path = ''): string[] {
  if (Array.isArray(shown) && Array.isArray(real)) return compareLists(shown, real, ids, path)
  if (isObject(shown) && isObject(real)) return compareObjects(shown, real, ids, path)
  if (typeof shown === 'string' && typeof real === 'string') {
    if (uuid.test(shown) && uuid.test(real)) return compareIds(shown, real, ids, path)
    if (time.test(shown) && time.test(real) && shown.length === real.length) {
      if (!ids.has(shown)) ids.set(shown, real)
      return []
    }
    return fits(shown, real, ids) ? [] : [differ(path, shown, real)]
  }
  if (typeof shown === 'number' && typeof real === 'number' && varying.test(path)) return []
  return shown === real ? [] : [differ(path, shown, real)]
}

const differ = (path: string, shown: unknown, real: unknown) =>
  `${path}: the page shows ${JSON.stringify(shown)}, the answer has ${JSON.stringify(real)}`

function compareLists(shown: unknown[], real: unknown[], ids: Ids, path: string): string[] {
  const isPart = shown.at(-1) === more
  const items = isPart ? shown.slice(0, -1) : shown
  if (isPart ? real.length < items.length : real.length !== items.length)
    return [`${path}: the page shows ${items.length} items, the answer has ${real.length}`]
  return items.flatMap((item, index) => differences(item, real[index], ids, `${path}[${index}]`))
}

function compareObjects(
  shown: Record<string, unknown>,
  real: Record<string, unknown>,
  ids: Ids,
  path: string,
): string[] {
  const { [more]: others, ...named } = Object.fromEntries(
    Object.entries(shown).map(([key, value]) => [ids.get(key) ?? key, value]),
  )
  const unnamed = others ? [] : Object.keys(real).filter((key) => !(key in named))
  return [
    ...unnamed.map((key) => `${path}.${key}: the answer has it, the page does not`),
    ...Object.entries(named).flatMap(([key, value]) =>
      key in real
        ? differences(value, real[key], ids, `${path}.${key}`)
        : [`${path}.${key}: the page shows it, the answer does not have it`],
    ),
  ]
}

function compareIds(shown: string, real: string, ids: Ids, path: string): string[] {
  const known = ids.get(shown)
  if (!known) ids.set(shown, real)
  return known && known !== real ? [`${path}: ${shown} stands for something else above`] : []
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a text is the one on the page, in which `…` stands for any characters and an id for any other. */
export const fits = (shown: string, real: string, ids: Ids): boolean => {
  const parts = withOwnIds(shown, ids).split(/(…|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/)
  const pattern = parts.map((part) =>
    part === more
      ? '[\\s\\S]*'
      : uuid.test(part) && !isOwn(part, ids)
        ? '[\\da-f-]{36}'
        : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
  )
  return new RegExp(`^${pattern.join('')}$`).test(real)
}

const isOwn = (id: string, ids: Ids) => [...ids.values()].includes(id)
