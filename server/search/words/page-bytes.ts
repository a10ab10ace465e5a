/** Size limit of an answer, whatever its rows contain. */
const mostBytes = 1_000_000

/** The items that fit, at least the first. The rest begins the next page. */
export function withinBytes<T>(items: T[], most = mostBytes): T[] {
  let bytes = 0
  const end = items.findIndex((item, at) => {
    bytes += Buffer.byteLength(JSON.stringify(item))
    return at > 0 && bytes > most
  })
  return end < 0 ? items : items.slice(0, end)
}
