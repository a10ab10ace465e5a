/** Bytes that a page of a list has, so that an answer stays small whatever its rows hold. */
const mostBytes = 1_000_000

/** The items of a page that have room in one answer: the first always. What is left begins the next page. */
export function withinBytes<T>(items: T[], most = mostBytes): T[] {
  let bytes = 0
  const end = items.findIndex((item, at) => {
    bytes += Buffer.byteLength(JSON.stringify(item))
    return at > 0 && bytes > most
  })
  return end < 0 ? items : items.slice(0, end)
}
