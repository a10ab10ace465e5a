/** Maps the ids, times and ETags of the page to the real ones of this run. */
export type Ids = Map<string, string>

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const time = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/
/** Paths of numbers that depend on earlier data, on the machine or on the version of a library. */
const varying = /\.(number|milliseconds|planningMilliseconds|bytes)$/
/** Placeholder for the parts that a page leaves out. The page writes it as a comment `// …`. */
const more = '…'

export const readAnswer = (text: string): unknown =>
  JSON.parse(text.replace(/^(\s*)\/\/ ….*$/gm, (_, indent) => `${indent}"${more}": "${more}"`).replaceAll(...asItem))

/** Turns a placeholder line in a list into an item without a key. */
const asItem: [RegExp, string] = [/([[\]},]\s*)"…": "…"(?=\s*\])/g, '$1"…"']

/** Replaces the ids of the page by the ids of this run. */
export const withOwnIds = (text: string, ids: Ids) =>
  [...ids].reduce((before, [shown, real]) => before.replaceAll(shown, real), text)

/**
 * Returns the differences between the answer on the page and the real answer, one line each. Ids and times may differ
 * if the same shown id always means the same real id; `…` in a text matches any characters.
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

/**
 * Returns whether a text matches the text on the page. `…` matches any characters, and an unknown id matches any id.
 */
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
