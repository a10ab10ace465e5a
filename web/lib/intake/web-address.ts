import { documentLimits, linkSchemes, videoHosts } from '#contract/writing/document.ts'

const schemes = new Set<string>(linkSchemes)
const hostsOfVideos = new Set<string>(videoHosts)
const misleading = /[\p{Cc}\p{Cf}]/u
/** What a `URL` leaves as it is, and what the document's check does not take. */
const unwritten = /[\\\s"'<>`{}|^]/gu

/** An address that somebody pasted or typed, as a document may keep it; null for one that leads nowhere safe. */
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

/** A place on this site: a path, or an anchor of the page itself. */
function readLocal(href: string): string | null {
  return /^(\/(?![/\\])|#)/.test(href) ? href : null
}

const percentEncode = (character: string) => (character === "'" ? '%27' : encodeURIComponent(character))

/** What somebody types as an address is meant for the web where it names nothing else. */
export const typedAddress = (typed: string) =>
  readWebAddress(typed) ?? (/^[^\s/@]+\.[^\s@]+$/.test(typed.trim()) ? readWebAddress(`https://${typed.trim()}`) : null)

/** The page of a video on one of the hosts that are known for them, as the server keeps it. */
export function readVideoAddress(typed: string): string | null {
  const address = typedAddress(typed)
  const url = address === null ? null : URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.port || url.pathname === '/') return null
  if (!hostsOfVideos.has(url.hostname.replace(/^(?:www|m)\./, ''))) return null
  url.protocol = 'https:'
  return url.href
}
