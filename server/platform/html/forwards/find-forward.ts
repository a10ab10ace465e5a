import { asciiDomain, comparedAddress } from '#contract/email-address.ts'
import { keysOf } from '#contract/keys-of.ts'
import { findQuote, type QuoteLine } from '#server/platform/html/quotes/find-quote.ts'
import { forwardSubject, headerLabels, otherHeaderLabels } from '#server/platform/html/quotes/mail-words.ts'
import { isAttribution, isForwardMark, isRule, isSeparator } from '#server/platform/html/quotes/quote-marks.ts'

export type ForwardingColleague = {
  address: string
  names: string[]
  /** Addresses (`team`) and domains (`domains`) of senders who are not customers: members and the workspace itself. */
  team: string[]
  domains: string[]
  subject: 'forward' | 'reply' | 'neither'
  isToUsAlone: boolean
}

export type FoundForward = {
  header: WrittenHeader
  writer: { name: string; address: string }
  isOfTeam: boolean
  /**
   * Line numbers. The colleague's remark ends before `cover`, the header begins at `at`, and the forwarded text is from
   * `inner` to before `end`.
   */
  cover: number
  at: number
  inner: number
  end: number
}

/** It is unknown which part was forwarded and which part the colleague wrote. */
export type Unclear = 'unclear'

type Line = QuoteLine

/** Finds the line after the forwarded mail of a header: in HTML by elements, in plain text by quoted lines. */
export type FindEnd = (header: { at: number; inner: number; limit: number }) => number

const mostAbove = 3

export function findForward(
  lines: Line[],
  colleague: ForwardingColleague,
  findEnd: FindEnd,
): FoundForward | Unclear | null {
  if (colleague.subject === 'reply') return null
  const { subject, isToUsAlone } = colleague
  const first = findBlock(lines, 0, lines.length)
  if (!first) return subject === 'forward' && looksLikeHeader(lines, colleague) ? 'unclear' : null
  if (subject === 'neither' && first.mark !== 'forward' && !isToUsAlone) return null
  // An attribution above the header means that the header is in a quotation. The quotation may contain a forward by
  // somebody else.
  if (lines.slice(0, first.start).some(({ text }) => isAttribution(text)))
    return subject === 'forward' ? 'unclear' : null
  if (!first.isCertain && findCertainBelow(lines, first)) return 'unclear'
  if (looksLikeHeader(lines.slice(0, first.start), colleague)) return 'unclear'
  return followForwards(lines, first, colleague, findEnd)
}

type Block = {
  start: number
  at: number
  header: WrittenHeader
  mark: 'forward' | 'original' | 'rule' | null
  isCertain: boolean
}

function findBlock(lines: Line[], from: number, limit: number): Block | null {
  for (let at = from; at < limit; at++) {
    const line = lines[at]!
    if (!/[:：]/.test(line.text.slice(0, 40))) continue
    const { start, mark } = findMark(lines, at, from)
    const hasMark = mark === 'forward' || mark === 'original'
    const header = readHeader(lines, { start: at, limit, hasMark })
    if (!header) continue
    const isCertain = mark !== null || opensRest(lines, start, at) || line.quoted === 'surely'
    return { start, at, header: skipMarks(lines, header, limit), mark, isCertain }
  }
  return null
}

const opensRest = (lines: Line[], start: number, at: number) =>
  lines.slice(start, at + 1).some((line) => line.opensRest)

function findMark(lines: Line[], at: number, from: number): Pick<Block, 'start' | 'mark'> {
  let mark: Block['mark'] = null
  let start = at
  for (let above = at - 1, seen = 0; above >= from && seen < mostAbove; above--) {
    const { text } = lines[above]!
    if (isBlank(text)) continue
    seen++
    const found = markIn(text)
    if (!found) break
    mark = mark === 'forward' || mark === 'original' ? mark : found
    // Words between dashes may be a forward mark in an unknown language, or a remark of the colleague. So such a line
    // is kept as part of the remark.
    if (found !== 'rule' || isRule(text)) start = above
  }
  return { start, mark }
}

function markIn(text: string): Block['mark'] {
  if (isForwardMark(text)) return 'forward'
  if (isSeparator(text)) return 'original'
  return isRule(text) || /^[-_=*]{3,}[^-_=*].{0,80}[-_=*]{3,}$/.test(text) ? 'rule' : null
}

function skipMarks(lines: Line[], header: WrittenHeader, limit: number): WrittenHeader {
  let { end } = header
  while (end < limit && isBlank(lines[end]!.text)) end++
  const isRepeated = end < limit && /^[-_=*]{2,}/.test(lines[end]!.text) && isForwardMark(lines[end]!.text)
  return isRepeated ? { ...header, end: end + 1 } : header
}

const isBlank = (text: string) => text === '' || text === '>'

/**
 * Returns whether a certain header comes after `first`. `first` is uncertain: it may be part of the remark above the
 * forward.
 */
function findCertainBelow(lines: Line[], first: Block): boolean {
  let below = findBlock(lines, first.header.end, lines.length)
  while (below && below.mark !== 'forward' && !opensRest(lines, below.start, below.at))
    below = findBlock(lines, below.header.end, lines.length)
  return below !== null
}

const labelled = /^[^\s:：@][^:：@]{0,30} ?[:：] ?\S/
const anyAddress = /[^\s<>"'()[\],;:][^\s<>"()[\],;:]*@[^\s<>"'()[\],;:]+/g

// Returns whether two neighbouring lines look like a header in an unknown language: both begin with a label, and one
// contains an address outside the team.
function looksLikeHeader(above: Line[], colleague: ForwardingColleague): boolean {
  const said = above.filter(({ text }) => text !== '').map(({ text }) => text.slice(0, 400))
  return said.some((text, at) => {
    if (!labelled.test(text)) return false
    const isBeside = [said[at - 1], said[at + 1]].some((other) => other !== undefined && labelled.test(other))
    return isBeside && (text.match(anyAddress) ?? []).some((address) => !isNear(address, colleague))
  })
}

const domainOf = (address: string) => asciiDomain(address.slice(address.lastIndexOf('@') + 1))

const isNear = (address: string, colleague: ForwardingColleague) =>
  isOfTeam(address, colleague) || domainOf(address) === domainOf(colleague.address)

export function isOfTeam(given: string, { team, domains }: Pick<ForwardingColleague, 'team' | 'domains'>): boolean {
  const address = comparedAddress(given)
  const host = domainOf(address)
  return team.includes(address) || domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

const mostForwards = 8

function followForwards(lines: Line[], first: Block, colleague: ForwardingColleague, findEnd: FindEnd) {
  let block = first
  let limit = lines.length
  for (let forwards = 0; forwards < mostForwards; forwards++) {
    const writer = readWriter(block.header.from)
    if (!writer) return 'unclear'
    limit = findEnd({ at: block.at, inner: block.header.end, limit })
    const found = {
      header: block.header,
      writer,
      cover: block.start,
      at: block.at,
      inner: block.header.end,
      end: limit,
    }
    if (!isOfTeam(writer.address, colleague))
      return withoutColleagueSignature(lines, { ...found, isOfTeam: false }, colleague)
    const next = findBlock(lines, block.header.end, limit)
    const isForwardedOn = next && (next.mark === 'forward' || isForwardedSubject(block.header.subject))
    if (!isForwardedOn) return { ...found, isOfTeam: true }
    block = next
  }
  return 'unclear' as const
}

const isForwardedSubject = (subject: string) => forwardSubject.test(subject)

const lastLines = 6
const longestSignature = 15

// Removes the colleague's signature below the forwarded mail. Returns `unclear` if the last lines name the colleague
// without a line "--" above.
function withoutColleagueSignature(
  lines: Line[],
  found: FoundForward,
  colleague: ForwardingColleague,
): FoundForward | Unclear {
  const said = lines.slice(found.inner, found.end)
  if (findBlock(said, 0, said.length)) return found
  const own = said.slice(0, findQuote(said) ?? said.length)
  const last = own
    .map((line, at) => ({ ...line, at }))
    .filter(({ text, quoted }) => text !== '' && !quoted && !isAttribution(text))
    .slice(1)
    .slice(-lastLines)
  if (!last.some(({ text }) => namesColleague(text, found, colleague))) return found
  const signature = own.findLastIndex(({ text }, at) => text === '--' && own.length - at <= longestSignature)
  return signature === -1 ? 'unclear' : { ...found, end: found.inner + signature }
}

function namesColleague(text: string, { writer }: FoundForward, { address, names }: ForwardingColleague): boolean {
  const line = text.toLowerCase()
  if (line.includes(address)) return true
  const bare = line.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  return names.some((name) => bare === name.toLowerCase() && !writer.name.toLowerCase().includes(bare))
}

type Role = keyof typeof headerLabels | 'other'

type WrittenHeader = {
  from: string
  date: string
  subject: string
  lines: string
  end: number
}

const mostLetters = 2000
const mostHeaderLines = 40

const labelOf = (words: string) => new RegExp(`^[*_]{0,2}(?:${words}) ?[*_]{0,2} ?[:：][*_]{0,2}(.*)$`, 'is')
const labels: [Role, RegExp][] = [
  ...keysOf(headerLabels).map((role): [Role, RegExp] => [role, labelOf(headerLabels[role])]),
  ['other', labelOf(otherHeaderLabels)],
]

// Reads one labelled line of a header, such as "From: Ann". `taken`: the roles that the header already has. A second
// label of the same role is not read, except for the role `other`.
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

// Reads a header. It must have a sender's address and two of date, recipient and subject. Below a mark such as
// "Forwarded message", one of them is enough.
function readHeader(
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

function isContinued(lines: { text: string }[], at: number): boolean {
  for (let below = at + 1; below < lines.length && below - at <= 10; below++) {
    const { text } = lines[below]!
    if (text === '' || text === '>') return false
    if (isLabel(text)) return true
  }
  return false
}

// Reads name and address of the sender. The last address in brackets wins, because a name may look like an address.
// Without brackets, there must be exactly one address.
function readWriter(from: string): { name: string; address: string } | null {
  const plain = from.replace(/mailto:/gi, '').replace(/\[([^[\]\s]+@[^[\]\s]+)\]/g, '<$1>')
  const inBrackets = [...plain.matchAll(/<\s*([^<>\s]+@[^<>\s]+)\s*>/g)].at(-1)
  const found = [...new Set(plain.match(anyAddress)?.map(comparedAddress))]
  const address = inBrackets ? comparedAddress(inBrackets[1]!) : found.length === 1 ? found[0] : undefined
  if (!address) return null
  const name = plain
    .slice(0, inBrackets?.index ?? plain.indexOf('@'))
    .split(/[<(]/)[0]!
    .replace(/["'*_]/g, '')
    .trim()
  return { address, name: inBrackets && !name.includes('@') ? name.slice(0, 120) : '' }
}
