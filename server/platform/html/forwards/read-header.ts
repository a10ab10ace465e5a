import { comparedAddress } from '#contract/email-address.ts'
import { headerLabels, otherHeaderLabels } from '#server/platform/html/quotes/mail-words.ts'

type Role = keyof typeof headerLabels | 'other'

/** The header that a mail program writes above a forwarded mail. */
export type WrittenHeader = {
  from: string
  date: string
  subject: string
  /** All lines of the header. */
  lines: string
  /** The first line behind it. */
  end: number
}

const mostLetters = 2000
const mostHeaderLines = 40

const labelOf = (words: string[]) =>
  new RegExp(`^[*_]{0,2}(?:${words.join('|')}) ?[*_]{0,2} ?[:：][*_]{0,2}(.*)$`, 'is')
const labels: [Role, RegExp][] = [
  ...Object.entries(headerLabels).map(([role, words]) => [role as Role, labelOf(words)] as [Role, RegExp]),
  ['other', labelOf(otherHeaderLabels)],
]

/** A label may mean two things: "Da" is "from" in Italian, "A" is "to" in four languages. */
function readLabel(line: string, taken: Set<Role>): { role: Role; value: string } | null {
  const text = line.slice(0, mostLetters)
  if (!/[:：]/.test(text.slice(0, 40))) return null
  for (const [role, label] of labels) {
    const value = taken.has(role) && role !== 'other' ? null : label.exec(text)
    if (value) return { role, value: value[1]!.trim() }
  }
  return null
}

const isLabel = (line: string) => readLabel(line, new Set()) !== null

/**
 * The header that begins at a line, or null. It has a sender with an address and, unless a mark above it announces it,
 * at least two of date, recipient and subject, in any order and any known language.
 */
export function readHeader(
  lines: { text: string }[],
  { start, limit, hasMark }: { start: number; limit: number; hasMark: boolean },
): WrittenHeader | null {
  const fields = new Map<Role, string>()
  const taken = new Set<Role>()
  let last: Role | null = null
  let end = start
  for (; end < limit && end - start < mostHeaderLines; end++) {
    const { text } = lines[end]!
    if (text === '' || text === '>') break
    const label = readLabel(text, taken)
    if (label) {
      taken.add(label.role)
      fields.set(label.role, label.value)
      last = label.role
    } else if (last && !fields.get(last) && !isLabel(text)) fields.set(last, text.slice(0, mostLetters))
    else if (last && isContinued(lines, end)) fields.set(last, `${fields.get(last)} ${text.slice(0, mostLetters)}`)
    else break
  }
  const [from = '', date = '', subject = ''] = (['from', 'date', 'subject'] as const).map((role) => fields.get(role))
  const others = [...fields.keys()].filter((role) => role !== 'from' && role !== 'other' && role !== 'cc')
  if (!/@/.test(from) || others.length < (hasMark ? 1 : 2)) return null
  return { from, date, subject, lines: [...fields.values()].join('\n'), end }
}

/** A long header continues in the next line if another header follows before an empty line. */
function isContinued(lines: { text: string }[], at: number): boolean {
  for (let below = at + 1; below < lines.length && below - at <= 10; below++) {
    const { text } = lines[below]!
    if (text === '' || text === '>') return false
    if (isLabel(text)) return true
  }
  return false
}

const addresses = /[^\s<>"'()[\],;:][^\s<>"()[\],;:]*@[^\s<>"'()[\],;:]+/g

/**
 * The address and name in a written From. The last text in brackets counts, because a name may look like an address.
 * Null if several addresses are possible.
 */
export function readWriter(from: string): { name: string; address: string } | null {
  const plain = from.replace(/mailto:/gi, '').replace(/\[([^[\]\s]+@[^[\]\s]+)\]/g, '<$1>')
  const inBrackets = [...plain.matchAll(/<\s*([^<>\s]+@[^<>\s]+)\s*>/g)].at(-1)
  const found = [...new Set(plain.match(addresses)?.map(comparedAddress))]
  const address = inBrackets ? comparedAddress(inBrackets[1]!) : found.length === 1 ? found[0] : undefined
  if (!address) return null
  const name = plain
    .slice(0, inBrackets?.index ?? plain.indexOf('@'))
    .split(/[<(]/)[0]!
    .replace(/["'*_]/g, '')
    .trim()
  return { address, name: inBrackets && !name.includes('@') ? name.slice(0, 120) : '' }
}
