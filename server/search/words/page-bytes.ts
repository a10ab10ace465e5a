/** Size limit of an answer, in addition to the limit of rows. */
const mostBytes = 1_000_000

/** Returns the items within the size limit, at least the first item. The next page begins with the rest. */
export function withinBytes<T>(items: T[], most = mostBytes): T[] {
  let bytes = 0
  const end = items.findIndex((item, at) => {
    bytes += Buffer.byteLength(JSON.stringify(item))
    return at > 0 && bytes > most
  })
  return end < 0 ? items : items.slice(0, end)
}
