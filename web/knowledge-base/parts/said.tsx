import { createContext, Fragment, type ReactNode, useContext } from 'react'
import { dateIn, directionOf, findWords, languageName, numberIn, tellCount } from '#web/lib/reading-words/words.ts'

type Tongue = { lang?: string; dir?: 'ltr' | 'rtl' }

/** What a page says by itself, found once for it. */
export function saidIn(language: string) {
  const words = findWords(language)
  /** For what is written in a language other than what is around it (WCAG 3.1.2). */
  const tongue = (own: string, around = language): Tongue => {
    if (own === around) return {}
    const dir = directionOf(own)
    return { lang: own, ...(dir !== directionOf(around) && { dir }) }
  }
  return {
    ...words,
    /** Said only where it is not as everywhere. */
    dir: directionOf(language) === 'rtl' ? ('rtl' as const) : undefined,
    tongue,
    /** Of what says these words, and of what of the page stands within that. */
    own: tongue(words.language),
    within: tongue(language, words.language),
    tell: (plural: Parameters<typeof tellCount>[1], count: number) => tellCount(words, plural, count),
    number: (count: number) => numberIn(words.format, count),
    date: (time: string, timeZone: string) => dateIn(words.format, time, timeZone),
    /** Of Serbian the letters that its words are in. */
    nameOf: (other: string) => languageName(other, words.language === language ? words.format : words.language),
  }
}
type Said = ReturnType<typeof saidIn>

const SaidContext = createContext<Said | null>(null)
export const SaidProvider = SaidContext.Provider
export const useSaid = () => useContext(SaidContext)!

/** A sentence in which something stands that is more than words. */
export const Phrase = ({ text, parts }: { text: string; parts: Record<string, ReactNode> }) =>
  text.split(/\{(\w+)\}/).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence, drawn once
    at % 2 ? <Fragment key={at}>{parts[part]}</Fragment> : part,
  )
