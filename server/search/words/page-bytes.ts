/** Maximum bytes of a page of a list. The page also has a maximum number of rows. */
const mostBytes = 1_000_000

/** Returns the first items within the size limit, at least one. The next page begins with the item after them. */
export function withinBytes<T>(items: T[], most = mostBytes): T[] {
  let bytes = 0
  const end = items.findIndex((item, at) => {
    bytes += Buffer.byteLength(JSON.stringify(item))
    return at > 0 && bytes > most
  })
  return end < 0 ? items : items.slice(0, end)
}
