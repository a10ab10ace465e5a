import { documentLimits, linkSchemes, videoHosts } from '#contract/writing/document.ts'

const schemes = new Set<string>(linkSchemes)
const hostsOfVideos = new Set<string>(videoHosts)
const misleading = /[\p{Cc}\p{Cf}]/u
/** Characters that `URL` does not escape, but that the server refuses in documents. */
const unwritten = /[\\\s"'<>`{}|^]/gu

/** Returns a pasted or typed URL in the form that documents store; null if it is empty, invalid, unsafe or too long. */
export function readWebAddress(given: string): string | null {
  const href = given.trim()
  if (href === '' || misleading.test(href) || !href.isWellFormed()) return null
  const written = /^[a-z][a-z\d+.-]*:/i.test(href) ? readAbsolute(href) : readLocal(href)
  const escaped = written?.replace(unwritten, percentEncode)
  return escaped && escaped.length <= documentLimits.url ? escaped : null
}

function readAbsolute(href: string): string | null {
  const url = URL.parse(href)
  if (!url || !schemes.has(url.protocol) || url.username || url.password) return null
  return /^https?:(?!\/\/[^/\\])/i.test(href) ? null : url.href
}

const readLocal = (href: string): string | null => (/^(\/(?![/\\])|#)/.test(href) ? href : null)

const percentEncode = (character: string) => (character === "'" ? '%27' : encodeURIComponent(character))

export const typedAddress = (typed: string) =>
  readWebAddress(typed) ?? (/^[^\s/@]+\.[^\s@]+$/.test(typed.trim()) ? readWebAddress(`https://${typed.trim()}`) : null)

export function readVideoAddress(typed: string): string | null {
  const address = typedAddress(typed)
  const url = address === null ? null : URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.port || url.pathname === '/') return null
  if (!hostsOfVideos.has(url.hostname.replace(/^(?:www|m)\./, ''))) return null
  url.protocol = 'https:'
  return url.href
}
