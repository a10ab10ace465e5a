import { decodeText } from './decode-text.ts'

const word = /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bq])\?([^?]*)\?=/gi
const run = /=\?[^?\s]+\?[bq]\?[^?]*\?=(?:\s*=\?[^?\s]+\?[bq]\?[^?]*\?=)*/gi

/** Decodes encoded words (RFC 2047), despite split characters, padding in each word and wrong charsets. */
export function decodeEncodedWords(text: string): string {
  return text.replace(run, decodeRun)
}

export function rewriteEncodedWords(text: string): string {
  return text.replace(run, (words, at: number) =>
    isInAddress(text.slice(at + words.length))
      ? words
      : `=?utf-8?B?${Buffer.from(decodeRun(words)).toString('base64')}?=`,
  )
}

// Returns whether an encoded word is part of an address. It is then not decoded, because addresses contain no encoded
// words (RFC 2047, section 5).
const isInAddress = (following: string) => /^[^\s<>,;"()]{0,64}@/.test(following.slice(0, 65))

function decodeRun(words: string): string {
  let text = ''
  let charset: string | null = null
  let pending: Buffer[] = []
  const flush = () => {
    text += decodeText(Buffer.concat(pending), charset)
    pending = []
  }
  for (const [, label, encoding, encoded] of words.matchAll(word)) {
    if (charset !== null && charset !== label!.toLowerCase()) flush()
    charset = label!.toLowerCase()
    pending.push(encoding!.toLowerCase() === 'b' ? Buffer.from(encoded!, 'base64') : decodeQ(encoded!))
  }
  flush()
  return text
}

function decodeQ(encoded: string): Buffer {
  const bytes = encoded
    .replace(/_/g, ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
  return /[^\0-\xff]/.test(bytes) ? Buffer.from(bytes) : Buffer.from(bytes, 'latin1')
}
