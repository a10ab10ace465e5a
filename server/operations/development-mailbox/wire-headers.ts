/** Header lines as on the wire, unfolded, by lower-case name. A repeated name has several lines. */
export function readWireHeaders(raw: Buffer): Record<string, string> {
  const text = raw.subarray(0, 64 * 1024).toString('utf8')
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  const lines = text
    .slice(0, end)
    .replace(/\r?\n(?=[ \t])/g, '')
    .split(/\r?\n/)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon <= 0) continue
    const value = line.slice(colon + 1).trim()
    headers.set(name, headers.has(name) ? `${headers.get(name)}\n${value}` : value)
  }
  return Object.fromEntries(headers)
}

/** Our own mails encode words in UTF-8 (RFC 2047). */
export const readSubject = ({ subject = '' }: Record<string, string>): string =>
  subject
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, encoded: string) => {
      if (encoding.toLowerCase() === 'b') return Buffer.from(encoded, 'base64').toString('utf8')
      const bytes = encoded
        .replaceAll('_', ' ')
        .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      return Buffer.from(bytes, 'latin1').toString('utf8')
    })
