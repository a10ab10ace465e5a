import { isAttribution, isCertainAttribution, isForward, isHeaderBlock, isRule, isSeparator } from './quote-marks.ts'

export type QuoteLine = {
  text: string
  /**
   * `surely`: the line is quoted. `perhaps`: the line is in a plain blockquote, which is a quotation only after an
   * attribution such as "On ... wrote:".
   */
  quoted: 'surely' | 'perhaps' | null
  opensRest: boolean
}

const ATTRIBUTION_LINES = 3

/**
 * Finds the line where the quotation begins. Returns null if there is none, or if a cut there would hide new content
 * (answers, a forward) or leave no text.
 */
export function findQuote(lines: QuoteLine[]): number | null {
  const start = findStart(lines)
  if (start === null) return null
  const cut = includeAttribution(lines, start)
  if (showsForward(lines, cut)) return null
  return lines.slice(0, cut).some(({ text }) => text !== '' && !isRule(text)) ? cut : null
}

function findStart(lines: QuoteLine[]): number | null {
  const afterQuoted = lastUnquoted(lines)
  let hasInterleaved = false
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!
    if (line.text === '') continue
    if (opensRest(lines, index)) return index
    if (!line.quoted) continue
    const isCut = line.quoted === 'surely' || isAttribution(line.text) || includeAttribution(lines, index) < index
    if (isCut && index > afterQuoted && !hasInterleaved) return index
    hasInterleaved = hasInterleaved || line.quoted === 'surely'
  }
  return null
}

function lastUnquoted(lines: QuoteLine[]): number {
  return lines.findLastIndex(({ text, quoted }) => !quoted && text !== '' && text !== PICTURE)
}

function opensRest(lines: QuoteLine[], index: number): boolean {
  const { text, opensRest, quoted } = lines[index]!
  if (opensRest || (!quoted && isSeparator(text))) return true
  if (quoted) return false
  if (isHeaderBlock(textsFrom(lines, index, 7))) return true
  // If quoted lines follow the attribution, they decide where the quotation begins, because answers may be between
  // them.
  return (isCertainAttribution(text) || isSplitAttribution(lines, index)) && !isQuotedBelow(lines, index)
}

function isQuotedBelow(lines: QuoteLine[], index: number): boolean {
  let seen = 0
  for (let below = index + 1; below < lines.length && seen < ATTRIBUTION_LINES; below++) {
    if (lines[below]!.quoted) return true
    if (lines[below]!.text !== '') seen++
  }
  return false
}

/** Returns whether an attribution is split over two lines: "On ... Jane Doe" and "<jane@example.com> wrote:". */
function isSplitAttribution(lines: QuoteLine[], index: number): boolean {
  const next = lines[index + 1]
  if (!next || next.quoted || !next.text.endsWith(':') || !/^\S{1,12}\s/.test(lines[index]!.text)) return false
  const joined = `${lines[index]!.text} ${next.text}`
  return isCertainAttribution(joined) && !isAttribution(next.text)
}

function includeAttribution(lines: QuoteLine[], start: number): number {
  let cut = start
  for (let above = start - 1, count = 1, text = ''; above >= 0 && count <= ATTRIBUTION_LINES; above--) {
    const line = lines[above]!
    if (line.text === '') continue
    if (line.quoted) break
    text = text ? `${line.text} ${text}` : line.text
    if (isAttribution(text)) {
      cut = above
      break
    }
    count++
  }
  let ruleAbove = cut - 1
  while (ruleAbove > 0 && lines[ruleAbove]!.text === '') ruleAbove--
  return ruleAbove >= 0 && isRule(lines[ruleAbove]!.text) ? ruleAbove : cut
}

// Returns whether a forward is above the cut or begins there. A forwarded mail is content, so it must not be cut off.
function showsForward(lines: QuoteLine[], cut: number): boolean {
  const above = lines.slice(0, cut).filter(({ quoted }) => !quoted)
  return [...above.map(({ text }) => text), ...textsFrom(lines, cut, 3)].some(isForward)
}

function textsFrom(lines: QuoteLine[], from: number, most: number): string[] {
  const texts: string[] = []
  for (let index = from; index < lines.length && texts.length < most; index++) {
    if (lines[index]!.text !== '') texts.push(lines[index]!.text)
  }
  return texts
}

/** A placeholder for a picture, so that its line does not count as empty. */
export const PICTURE = '\ufffc'
