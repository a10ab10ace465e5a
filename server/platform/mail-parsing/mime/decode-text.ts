const aliases: Record<string, string> = {
  cp932: 'shift_jis',
  'windows-31j': 'shift_jis',
  'x-sjis': 'shift_jis',
  cp936: 'gb18030',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  'x-gbk': 'gb18030',
  cp949: 'euc-kr',
  cp950: 'big5',
  'big5-hkscs': 'big5',
  cp51932: 'euc-jp',
  cp50220: 'iso-2022-jp',
  cp50221: 'iso-2022-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  'iso-8859-8-e': 'iso-8859-8',
  utf8mb4: 'utf-8',
  'utf-8mb4': 'utf-8',
  ansi: 'windows-1252',
}

const multiByte = new Set(['shift_jis', 'gb18030', 'gbk', 'big5', 'euc-jp', 'euc-kr', 'iso-2022-jp'])

const japaneseEscapes = ['$B', '$@', '(J'].map((rest) => `\u001b${rest}`)

/** Decodes a text. If the bytes are valid UTF-8, a declared single-byte charset is ignored. */
export function decodeText(bytes: Uint8Array, declared: string | null): string {
  const marked = readByteOrderMark(bytes)
  if (marked !== null) return marked

  const charset = knownCharset(declared)
  const unicode = decodeStrictly(bytes, 'utf-8')
  const isTrusted = charset !== null && (multiByte.has(charset) || charset.startsWith('utf-16'))
  if (unicode !== null && !isTrusted) return readJapaneseEscapes(bytes, unicode)

  const decoded = charset ? decodeStrictly(bytes, charset) : null
  if (decoded !== null) return decoded
  if (unicode !== null && charset !== 'iso-2022-jp') return unicode
  return new TextDecoder(charset && charset !== 'utf-8' ? charset : 'windows-1252').decode(bytes)
}

export function findHtmlCharset(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 2048))
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})/i.exec(start)?.[1] ?? null
}

/** Joins lines that end in a space with the next line of the same quotation depth (RFC 3676). */
export function unfoldFlowedText(text: string, deletesSpace: boolean): string {
  const paragraphs: string[] = []
  let openDepth = -1
  for (const line of text.split(/\r?\n/)) {
    const depth = /^>*/.exec(line)![0].length
    const words = line.slice(depth).replace(/^ /, '')
    const isSoft = words.endsWith(' ') && words !== '-- '
    const kept = isSoft && deletesSpace ? words.slice(0, -1) : words
    if (openDepth === depth && words !== '-- ') paragraphs[paragraphs.length - 1] += kept
    else paragraphs.push(depth ? `${'>'.repeat(depth)} ${kept}` : kept)
    openDepth = isSoft ? depth : -1
  }
  return paragraphs.join('\n')
}

function readByteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder('utf-8').decode(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return null
}

function knownCharset(declared: string | null): string | null {
  const label = declared
    ?.trim()
    .toLowerCase()
    .replace(/^["']|["']$/g, '')
  if (!label) return null
  for (const candidate of [aliases[label], label, label.replace(/_/g, '-'), label.replace(/^(?:x-|cs)/, '')]) {
    if (candidate && isCharset(candidate)) return aliases[candidate] ?? new TextDecoder(candidate).encoding
  }
  return null
}

function isCharset(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

function decodeStrictly(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

// Decodes undeclared ISO-2022-JP. Its bytes are also valid UTF-8, because it is ASCII with escape sequences.
function readJapaneseEscapes(bytes: Uint8Array, unicode: string): string {
  return japaneseEscapes.some((sequence) => unicode.includes(sequence))
    ? (decodeStrictly(bytes, 'iso-2022-jp') ?? unicode)
    : unicode
}
