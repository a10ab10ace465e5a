import { decodeOrNull } from '#server/knowledge-base/redirects/redirect-path.ts'

export function readArticleAddress(href: string, origin: string) {
  // A path without a host is a page on the workspace's own host.
  const url = URL.parse(href.startsWith('/') ? new URL(href, origin).href : href)
  if (!url) return null
  const [, language = null, named] =
    /^(?:\/([a-z]{2,3}(?:-[\w-]{2,16})?))?\/knowledgebase\/article\/([^/]+)\/?$/.exec(url.pathname) ?? []
  const slug = named && decode(named)
  if (url.origin !== origin || !slug) return null
  return { href, language, slug, path: url.pathname, anchor: decode(url.hash.slice(1)) || null }
}

export const decodeAnchor = (text: string): string => decode(text) ?? text

const decode = (text: string) => decodeOrNull(text)?.normalize('NFC') ?? null
