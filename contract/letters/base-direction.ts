export type Direction = 'ltr' | 'rtl'

const strong = /[\p{L}\u200e\u200f]/u
// Hebrew, Arabic and other right-to-left scripts, their presentation forms, and the right-to-left mark.
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Returns the direction of the first letter or direction mark (UAX 9, rules P2 and P3). Null if there is neither. */
export function baseDirection(text: string): Direction | null {
  const [first] = strong.exec(text) ?? []
  return first === undefined ? null : rightToLeft.test(first) ? 'rtl' : 'ltr'
}

export const hasRightToLeft = (text: string) => rightToLeft.test(text)
