import { documentLimits, linkSchemes, videoHosts } from '#contract/writing/document.ts'

const schemes = new Set<string>(linkSchemes)
const hosts = new Set<string>(videoHosts)

// Characters that make a URL misleading: browsers ignore control characters in a scheme, and read a backslash as a
// slash.
const misleading = /[\p{Cc}\p{Cf}\\]/u
const unwritten = /[\s"'<>`{}|^]/

/**
 * Returns the trimmed and escaped URL if it is safe: relative, an anchor, or absolute with an allowed scheme. Returns
 * null for any other URL, for example one with a password or with invisible characters.
 */
export function readHref(given: string): string | null {
  const href = given.trim()
  if (href === '' || href.length > documentLimits.url || misleading.test(href) || !href.isWellFormed()) return null
  const written = /^[a-z][a-z\d+.-]*:/i.test(href) ? readAbsolute(href) : readRelative(href)
  return written !== null && written.length <= documentLimits.url ? written : null
}

function readAbsolute(href: string): string | null {
  const url = URL.parse(href)
  if (!url || !schemes.has(url.protocol) || url.username || url.password) return null
  if (/^https?:$/.test(url.protocol) && !/^https?:\/\/[^/]/i.test(href)) return null
  return unwritten.test(href) ? escapeRest(url.href) : href
}

// Refuses `//host`, and texts that browsers would read as a URL with a scheme, for example `javascript:x`.
function readRelative(href: string): string | null {
  if (href.startsWith('//') || /^[^/?#]*:/.test(href)) return null
  return unwritten.test(href) ? escapeRest(href) : href
}

/** Escapes characters that could end a URL in Markdown or HTML and that the `URL` class leaves as they are. */
const escapeRest = (href: string) =>
  href.replace(/[\s"'<>`{}|^]/gu, (character) => encodeURIComponent(character).replace("'", '%27'))

export function readVideoUrl(given: string): string | null {
  const url = given.length <= documentLimits.url ? URL.parse(given.trim()) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.port) return null
  if (!hosts.has(url.hostname.replace(/^(?:www|m)\./, '')) || url.pathname === '/') return null
  url.protocol = 'https:'
  const href = escapeRest(url.href)
  return href.length <= documentLimits.url ? href : null
}
