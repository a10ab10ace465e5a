import { unseen } from './letters/hidden-characters.ts'

/** What an address of e-mail is, for everybody who takes one. Without schemas, so pages may take it. */

export const wrongEmail = 'Enter an e-mail address like name@example.com'

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]"
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** A dot-atom (RFC 5322, section 3.2.3) of at most 64 octets (RFC 5321, section 4.5.3.1.1). */
const localPart = new RegExp(`^(?=.{1,64}$)${atom}+(?:\\.${atom}+)*$`, 'i')
/** Two labels or more (RFC 5321, section 4.1.2). A last label of digits would make it an IP address. */
const domain = new RegExp(`^(?=.{1,253}$)(?:${label}\\.)+(?!\\d+$)${label}$`)
/** RFC 5321, section 4.5.3.1.3: a path has 256 octets, and two of them are its angle brackets. */
const mostOctets = 254
/** Of what is looked at, since an address in another script may be longer than its form on the wire. */
const mostTyped = 1000

/** An address as it is kept and compared: in lower case, its domain in ASCII; null for what is no address. */
export function readEmailAddress(typed: string): string | null {
  const text = typed.trim()
  const at = text.lastIndexOf('@')
  if (at < 1 || text.length > mostTyped || text.search(unseen) >= 0) return null
  const local = unquote(text.slice(0, at))
  const host = toAscii(text.slice(at + 1))
  if (!localPart.test(local) || !domain.test(host)) return null
  const address = `${local}@${host}`.toLowerCase()
  return address.length > mostOctets ? null : address
}

export const isEmailAddress = (typed: string) => readEmailAddress(typed) !== null

const within = new RegExp(`${atom}+(?:\\.${atom}+)*@[\\p{L}\\p{N}\\p{M}.。-]+`, 'giu')

/** The first address in a text: one in angle brackets, then one after `mailto:`, then one that stands by itself. */
export function findEmailAddress(text: string): string | null {
  const inBrackets = [...text.matchAll(/<([^<>\s]+)>/g)].map(([, found]) => found!)
  const linked = [...text.matchAll(/mailto:([^<>\s\]?]+)/gi)].map(([, found]) => decode(found!))
  const bare = [...text.matchAll(within)].map(({ 0: found, index }) => withoutQuotes(found, text[index + found.length]))
  const found = [...inBrackets, ...linked, ...bare].map((address) => readEmailAddress(address.replace(/[.。-]+$/, '')))
  return found.find((address) => address !== null) ?? null
}

/** Quotation marks are signs that a local part may have: around an address they stand on both sides. */
const withoutQuotes = (found: string, next = '') =>
  /^['`*_]/.test(found) && found[0] === next ? found.slice(1) : found

function decode(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}

/** `"ann"@example.com` is another spelling of `ann@example.com` (RFC 5321, section 4.1.2). */
const unquote = (local: string) =>
  /^"(?:[^"\\]|\\.)*"$/.test(local) ? local.slice(1, -1).replace(/\\(.)/g, '$1') : local

/** A domain in another script as it is on the wire (RFC 5891); what cannot be one comes back as it was. */
function toAscii(host: string): string {
  const lower = host.toLowerCase()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
  if (/^[\u0000-\u007f]*$/.test(lower) || !/^[\p{L}\p{N}\p{M}.。．｡-]+$/u.test(lower)) return lower
  const url = `http://${lower}`
  return URL.canParse(url) ? new URL(url).hostname : lower
}

/** For a link: the signs of a local part that mean something in an address of the web are encoded (RFC 6068). */
export const mailtoOf = (address: string) => `mailto:${encodeURIComponent(address).replace('%40', '@')}`
