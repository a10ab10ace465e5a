/** What an address of this workspace says of an article; null where it leads to none. */
export function readArticleAddress(href: string, origin: string) {
  // A path alone is one of this host.
  const url = URL.parse(href.startsWith('/') ? new URL(href, origin).href : href)
  if (!url) return null
  const [, language = null, named] =
    /^(?:\/([a-z]{2,3}(?:-[\w-]{2,16})?))?\/knowledgebase\/article\/([^/]+)\/?$/.exec(url.pathname) ?? []
  const slug = named && decode(named)
  if (url.origin !== origin || !slug) return null
  return { href, language, slug, path: url.pathname, anchor: decode(url.hash.slice(1)) || null }
}

/** Of an address, as readers have it. */
export const decodeAnchor = (text: string): string => decode(text) ?? text

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text).normalize('NFC')
  } catch {
    return null
  }
}
