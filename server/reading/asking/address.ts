/** What a path of the public pages asks for. `language` is as it was written, null for the first. */
export type Address = { language: string | null } & (
  | { kind: 'home' }
  | { kind: 'category'; name: string }
  | { kind: 'article'; name: string }
)

/** The parts of a path below `/knowledgebase`; null where no page can be. */
export function readAddress(path: string): Address | null {
  const [, first, second, ...rest] = path.split('/').map(decode)
  if (first === 'knowledgebase') return withinBase(null, [second, ...rest])
  if (second === 'knowledgebase' && first) return withinBase(first, rest)
  return null
}

function withinBase(language: string | null, parts: (string | null | undefined)[]): Address | null {
  const [kind, name, ...rest] = parts
  if (kind === undefined) return { language, kind: 'home' }
  if (rest.length > 0 || !name || name.length > 200) return null
  return kind === 'category' || kind === 'article' ? { language, kind, name } : null
}

/** Null where it is no text at all, which nothing is called. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part).normalize('NFC')
  } catch {
    return null
  }
}
