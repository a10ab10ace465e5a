import { documentLimits } from '#contract/writing/document.ts'
import { readWebAddress } from '#web/lib/intake/web-address.ts'

export type WrittenAddress = { from: number; to: number; href: string }

// A URL begins neither within a word nor directly after a backtick, which starts code.
const begun = /(?<![\w`])(?:https?:\/\/|mailto:)[^\s\ufffc]+/gi
const whole = /^(?:https?:\/\/[^/?#]|mailto:[^@]+@[^@])/i

/** Finds the URLs in a text, without the punctuation and brackets around each URL. */
export function addressesIn(text: string): WrittenAddress[] {
  return [...text.matchAll(begun)].flatMap(({ 0: run, index: from }) => {
    const address = run.length > documentLimits.url ? '' : withoutClosing(run)
    const href = whole.test(address) ? readWebAddress(address) : null
    return href ? [{ from, to: from + address.length, href }] : []
  })
}

export const addressAtEnd = (text: string): WrittenAddress | undefined =>
  addressesIn(text).findLast(({ to }) => !/\s/.test(text.slice(to)))

/** Returns the URL if the text contains only one URL and nothing else. */
export function loneAddress(text: string): string | null {
  const words = text.trim()
  const [address] = addressesIn(words)
  return address?.from === 0 && address.to === words.length ? address.href : null
}

const closing = new Set('.,;:!?\'">…’”»›。，、；：！？）】」')
const brackets = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])

function withoutClosing(run: string): string {
  let end = run.length
  while (end > 0 && isClosing(run.slice(0, end))) end -= 1
  return run.slice(0, end)
}

// Returns whether the last character is not part of the URL. A closing bracket is part of the URL if the URL contains
// its opening bracket.
function isClosing(run: string): boolean {
  const last = run.at(-1)!
  const opening = brackets.get(last)
  return opening ? run.split(last).length > run.split(opening).length : closing.has(last)
}
