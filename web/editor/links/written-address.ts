import { documentLimits } from '#contract/writing/document.ts'
import { readWebAddress } from '#web/lib/intake/web-address.ts'

export type WrittenAddress = { from: number; to: number; href: string }

// After a letter it is part of a word, after a backtick it may become code.
const begun = /(?<![\w`])(?:https?:\/\/|mailto:)[^\s\ufffc]+/gi
const whole = /^(?:https?:\/\/[^/?#]|mailto:[^@]+@[^@])/i

/** The URLs in a text, without punctuation and brackets around them. */
export function addressesIn(text: string): WrittenAddress[] {
  return [...text.matchAll(begun)].flatMap(({ 0: run, index: from }) => {
    const address = run.length > documentLimits.url ? '' : withoutClosing(run)
    const href = whole.test(address) ? readWebAddress(address) : null
    return href ? [{ from, to: from + address.length, href }] : []
  })
}

/** The URL at the end of a text. */
export const addressAtEnd = (text: string): WrittenAddress | undefined =>
  addressesIn(text).findLast(({ to }) => !/\s/.test(text.slice(to)))

/** The URL of a text that is nothing but one URL. */
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

/** A closing bracket belongs to a URL that contains its opening one. */
function isClosing(run: string): boolean {
  const last = run.at(-1)!
  const opening = brackets.get(last)
  return opening ? run.split(last).length > run.split(opening).length : closing.has(last)
}
