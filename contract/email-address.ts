/** The syntax of email addresses. This file does not import zod, so that pages can import it. */

export const wrongEmail = 'Enter an e-mail address like name@example.com'

const ascii = "[a-z0-9!#$%&'*+/=?^_`{|}~-]"
// Characters outside ASCII that a local part may contain (RFC 6531, section 3.3): letters, marks, digits, emoji, and
// punctuation inside words. Invisible characters are excluded, even the ones that Unicode counts as letters.
const beyond = '(?![\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}])[\\p{L}\\p{M}\\p{N}\\p{Extended_Pictographic}·͵׳״・]'
const atom = `(?:${ascii}|(?![\\0-\\x7f])${beyond})`
const atoms = `(?!\\p{M})${atom}+(?:\\.(?!\\p{M})${atom}+)*`
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** A local part without quotes (RFC 5322, section 3.2.3, and RFC 6532), in lower case. */
const localPart = new RegExp(`^${atoms}$`, 'u')
/** Maximum bytes of a local part (RFC 5321, section 4.5.3.1.1). */
const mostLocalOctets = 64
/** Two labels or more (RFC 5321, section 4.1.2). The last label must not be a number. */
const domain = new RegExp(`^(?=.{1,253}$)(?:${label}\\.)+(?!\\d+$)${label}$`)
// Maximum bytes of an address. A path may have 256 octets, including its two angle brackets (RFC 5321, section
// 4.5.3.1.3).
const mostOctets = 254
// Maximum characters of a typed address. It is higher than the limit for mail, because a domain in another script can
// be longer than its ASCII form.
const mostTyped = 1000

/** Returns the address in lower case, its local part in NFC, its domain in ASCII. Null if the text is no address. */
export function readEmailAddress(typed: string): string | null {
  const text = typed.trim()
  const at = text.lastIndexOf('@')
  if (at < 1 || text.length > mostTyped) return null
  const local = lowerCase(unquote(text.slice(0, at)))
  const host = asciiDomain(text.slice(at + 1))
  if (!localPart.test(local) || octetsOf(local) > mostLocalOctets || !domain.test(host)) return null
  return octetsOf(local) + 1 + host.length > mostOctets ? null : `${local}@${host}`
}

/** Normalizes an address or any other text for comparison: lower case, with the part after @ in ASCII. */
export function comparedAddress(written: string): string {
  const lower = written.trim().toLowerCase()
  const at = lower.lastIndexOf('@') + 1
  return readEmailAddress(lower) ?? lower.slice(0, at) + asciiDomain(lower.slice(at))
}

/** Whether only servers with SMTPUTF8 (RFC 6531) accept mail to an address. */
export const needsSmtpUtf8 = (address: string) => !isAscii(address)

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
export const isAscii = (text: string) => /^[\u0000-\u007f]*$/.test(text)

const lowerCase = (text: string) =>
  isAscii(text) ? text.toLowerCase() : text.normalize('NFC').toLowerCase().normalize('NFC')

const octetsOf = (text: string) => new TextEncoder().encode(text).length

export const isEmailAddress = (typed: string) => readEmailAddress(typed) !== null

const within = new RegExp(`${atoms}@[\\p{L}\\p{N}\\p{M}.。·-]+`, 'giu')

/** Finds an address: in angle brackets, else after `mailto:`, else anywhere in the text. */
export function findEmailAddress(text: string): string | null {
  const inBrackets = [...text.matchAll(/<([^<>\s]+)>/g)].map(([, found]) => found!)
  const linked = [...text.matchAll(/mailto:([^<>\s\]?]+)/gi)].map(([, found]) => decode(found!))
  const found = [...inBrackets, ...linked].map((address) => readEmailAddress(address.replace(/[.。-]+$/, '')))
  return found.find((address) => address !== null) ?? listEmailAddresses(text)[0] ?? null
}

export const listEmailAddresses = (text: string): string[] =>
  [...text.matchAll(within)].flatMap(({ 0: found, index }) => {
    const address = withoutQuotes(found, text[index + found.length]).replace(/[.。-]+$/, '')
    return readEmailAddress(address) ?? []
  })

// Removes a quotation mark before an address only if the same mark follows the address, because a local part may begin
// with such a mark.
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

/**
 * Returns the ASCII form of a domain (RFC 5891, as browsers do it). An invalid domain is only converted to lower case.
 */
export function asciiDomain(host: string): string {
  const lower = host.toLowerCase()
  if (isAscii(lower) || !inOtherScript.test(lower)) return lower
  const url = `http://${lower}`
  return URL.canParse(url) ? new URL(url).hostname : lower
}

const inOtherScript = /^(?:[a-z0-9.-]|(?![\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800])[^\0-\x7f])+$/u

export const mailtoOf = (address: string) => `mailto:${encodeURIComponent(address).replace('%40', '@')}`
