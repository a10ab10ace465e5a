export const erasedName = 'Erased customer'
export const erasedSubject = 'Erased request'

/** Texts that name a person. */
export type PersonWords = { names: string[]; addresses: string[]; phones: string[]; externalIds: string[] }

const shortestPart = 3

/** Replaces what names a person in texts, HTML and JSON values. */
export type PersonEraser = ReturnType<typeof createEraser>

export function createEraser({ names, addresses, phones, externalIds }: PersonWords) {
  const whole = matching([...names, ...addresses, ...phones, ...externalIds], 'giu')
  // A part of a name can be a common word, so it is replaced only as it is written in the name.
  const parts = matching(
    names.flatMap((name) => name.split(/\s+/)).filter((part) => part.length >= shortestPart),
    'gu',
  )
  const text = (value: string) => value.replace(whole, erasedName).replace(parts, erasedName)
  const html = (value: string) =>
    value
      .split(/(<[^>]*>)/)
      .map((piece) => (piece.startsWith('<') ? piece.replace(whole, erasedName) : text(piece)))
      .join('')
  function json(value: unknown): unknown {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(json)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, json(one)]))
  }
  return { text, html, json, isNamedIn: (value: string) => text(value) !== value }
}

// Matches whole words. In HTML, some characters are written as entities.
function matching(words: string[], flags: string) {
  const spelled = words.flatMap((word) => [word, word.replaceAll('&', '&amp;').replaceAll("'", '&#39;')])
  const longestFirst = [...new Set(spelled)].filter(Boolean).sort((one, other) => other.length - one.length)
  const found = longestFirst.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')
  return found === '' ? /(?!)/gu : new RegExp(`(?<![\\p{L}\\p{N}])(?:${found})(?![\\p{L}\\p{N}])`, flags)
}
