import { documentLimits, linkSchemes, videoHosts } from '#contract/writing/document.ts'

const schemes = new Set<string>(linkSchemes)
const hosts = new Set<string>(videoHosts)

/** Browsers ignore control characters in a scheme, and read a backslash as a slash. */
const misleading = /[\p{Cc}\p{Cf}\\]/u
const unwritten = /[\s"'<>`{}|^]/

/** Returns a safe URL: with an allowed scheme, relative, or an anchor. Otherwise null. */
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

/** Refuses `//host`, and a colon in the first part, which would mean a scheme. */
function readRelative(href: string): string | null {
  if (href.startsWith('//') || /^[^/?#]*:/.test(href)) return null
  return unwritten.test(href) ? escapeRest(href) : href
}

/** Escapes characters that `URL` keeps but that could end a URL in Markdown or HTML. */
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
