const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

export function encodeBase32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(value >> bits) & 31]
    }
  }
  return bits ? text + alphabet[(value << (5 - bits)) & 31] : text
}

/** Decodes Base32 in upper or lower case. Returns null for a text that `encodeBase32` cannot produce. */
export function decodeBase32(text: string): Buffer | null {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const character of text.toLowerCase()) {
    const digit = alphabet.indexOf(character)
    if (digit === -1) return null
    value = ((value << 5) | digit) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((value >> bits) & 0xff)
    }
  }
  const decoded = Buffer.from(bytes)
  return encodeBase32(decoded) === text.toLowerCase() ? decoded : null
}
