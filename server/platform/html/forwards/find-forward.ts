import { asciiDomain, comparedAddress } from '#contract/email-address.ts'
import { findQuote, type QuoteLine } from '#server/platform/html/quotes/find-quote.ts'
import { forwardSubject } from '#server/platform/html/quotes/mail-words.ts'
import { isAttribution, isForwardMark, isRule, isSeparator } from '#server/platform/html/quotes/quote-marks.ts'
import { readHeader, readWriter, type WrittenHeader } from './read-header.ts'

export type ForwardingColleague = {
  /** The person who forwards. */
  address: string
  names: string[]
  /** Senders that are no customers: the team, and the addresses and domains of the workspace. */
  team: string[]
  domains: string[]
  /** Whether the subject marks it as a forward. */
  subject: 'forward' | 'reply' | 'neither'
  /** Only the workspace receives the mail. */
  isToUsAlone: boolean
}

export type FoundForward = {
  header: WrittenHeader
  writer: { name: string; address: string }
  isOfTeam: boolean
  /** Lines from `cover` on are no remark. Lines from `inner` up to `end` are the forwarded mail. */
  cover: number
  /** The first line of the header. */
  at: number
  inner: number
  end: number
}

/** It is unclear which part was forwarded and which was added. */
export type Unclear = 'unclear'

type Line = QuoteLine

/** The end of the part that begins with a header: HTML has elements for it, plain text marks its lines. */
export type FindEnd = (header: { at: number; inner: number; limit: number }) => number

const mostAbove = 3

/** The forwarded mail, past those in which colleagues forwarded it to each other. */
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
  // With an attribution above it is a quotation, which may contain a forward by somebody else.
  if (lines.slice(0, first.start).some(({ text }) => isAttribution(text)))
    return subject === 'forward' ? 'unclear' : null
  if (!first.isCertain && findCertainBelow(lines, first)) return 'unclear'
  if (looksLikeHeader(lines.slice(0, first.start), colleague)) return 'unclear'
  return followForwards(lines, first, colleague, findEnd)
}

type Block = {
  /** The start of the line that announces the header, or else of the header. */
  start: number
  at: number
  header: WrittenHeader
  mark: 'forward' | 'original' | 'rule' | null
  /** Written by a program, not by a person. */
  isCertain: boolean
}

/** The first header at or below a line. */
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

/** The lines right above a header in which the program announces it. */
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
    // Dashes may surround a mark in an unknown language, or a remark.
    if (found !== 'rule' || isRule(text)) start = above
  }
  return { start, mark }
}

function markIn(text: string): Block['mark'] {
  if (isForwardMark(text)) return 'forward'
  if (isSeparator(text)) return 'original'
  return isRule(text) || /^[-_=*]{3,}[^-_=*].{0,80}[-_=*]{3,}$/.test(text) ? 'rule' : null
}

/** Some programs repeat their mark below the header. */
function skipMarks(lines: Line[], header: WrittenHeader, limit: number): WrittenHeader {
  let { end } = header
  while (end < limit && isBlank(lines[end]!.text)) end++
  const isRepeated = end < limit && /^[-_=*]{2,}/.test(lines[end]!.text) && isForwardMark(lines[end]!.text)
  return isRepeated ? { ...header, end: end + 1 } : header
}

const isBlank = (text: string) => text === '' || text === '>'

/** Without a mark the header may be part of a remark, if the program has written its own below. */
function findCertainBelow(lines: Line[], first: Block): boolean {
  let below = findBlock(lines, first.header.end, lines.length)
  while (below && below.mark !== 'forward' && !opensRest(lines, below.start, below.at))
    below = findBlock(lines, below.header.end, lines.length)
  return below !== null
}

const labelled = /^[^\s:：@][^:：@]{0,30} ?[:：] ?\S/
const anyAddress = /[^\s<>"'()[\],;:][^\s<>"()[\],;:]*@[^\s<>"'()[\],;:]+/g

/** Lines of labels with an address, in an unknown language. */
function looksLikeHeader(above: Line[], colleague: ForwardingColleague): boolean {
  const said = above.filter(({ text }) => text !== '').map(({ text }) => text.slice(0, 400))
  return said.some((text, at) => {
    if (!labelled.test(text)) return false
    const isBeside = [said[at - 1], said[at + 1]].some((other) => other !== undefined && labelled.test(other))
    return isBeside && (text.match(anyAddress) ?? []).some((address) => !isNear(address, colleague))
  })
}

const domainOf = (address: string) => asciiDomain(address.slice(address.lastIndexOf('@') + 1))

/** Of the team, or of the domain of the person who forwards, as in a signature. */
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
    if (!isOfTeam(writer.address, colleague)) return withoutTail(lines, { ...found, isOfTeam: false }, colleague)
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

/**
 * Some people sign below the forwarded mail, or continue their remark without a mark. If the end names the person who
 * forwards, their signature is left out. Without a separator above it the end is ambiguous.
 */
function withoutTail(lines: Line[], found: FoundForward, colleague: ForwardingColleague): FoundForward | Unclear {
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
