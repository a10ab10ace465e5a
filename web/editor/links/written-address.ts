import { documentLimits } from '#contract/writing/document.ts'
import { readWebAddress } from '#web/lib/intake/web-address.ts'

/** Where in a text an address stands, and what it leads to. */
export type WrittenAddress = { from: number; to: number; href: string }

// Behind a letter it is a part of a word, behind a backtick it is about to be code.
const begun = /(?<![\w`])(?:https?:\/\/|mailto:)[^\s\ufffc]+/gi
const whole = /^(?:https?:\/\/[^/?#]|mailto:[^@]+@[^@])/i

/** The addresses in a text. What closes a sentence, a quotation or a bracket around one is none of it. */
export function addressesIn(text: string): WrittenAddress[] {
  return [...text.matchAll(begun)].flatMap(({ 0: run, index: from }) => {
    const address = run.length > documentLimits.url ? '' : withoutClosing(run)
    const href = whole.test(address) ? readWebAddress(address) : null
    return href ? [{ from, to: from + address.length, href }] : []
  })
}

/** The one behind which a space or a new line comes. */
export const addressAtEnd = (text: string): WrittenAddress | undefined =>
  addressesIn(text).findLast(({ to }) => !/\s/.test(text.slice(to)))

/** What a text leads to that is one address and nothing else. */
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

/** A bracket belongs to an address in which it was opened. */
function isClosing(run: string): boolean {
  const last = run.at(-1)!
  const opening = brackets.get(last)
  return opening ? run.split(last).length > run.split(opening).length : closing.has(last)
}
