export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(sorted(one ?? null)) === JSON.stringify(sorted(other ?? null))

/** PostgreSQL keeps no order of names in what it holds as jsonb. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const named = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(named.map(([name, part]) => [name, sorted(part)]))
}
