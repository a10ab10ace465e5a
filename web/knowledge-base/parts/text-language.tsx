import { createContext, Fragment, type ReactNode, useContext } from 'react'
import { dateIn, directionOf, findWords, languageName, numberIn, tellCount } from '#web/lib/reading-words/words.ts'

type LanguageAttributes = { lang?: string; dir?: 'ltr' | 'rtl' }

export function textLanguageIn(language: string) {
  const words = findWords(language)
  /** Returns the attributes `lang` and `dir` for a text whose language differs from the text around it (WCAG 3.1.2). */
  const tongue = (own: string, around = language): LanguageAttributes => {
    if (own === around) return {}
    const dir = directionOf(own)
    return { lang: own, ...(dir !== directionOf(around) && { dir }) }
  }
  return {
    ...words,
    dir: directionOf(language) === 'rtl' ? ('rtl' as const) : undefined,
    tongue,
    /**
     * Attributes of a text in another language. `own`: for interface texts in the page content. `within`: for page
     * content in interface texts.
     */
    own: tongue(words.language),
    within: tongue(language, words.language),
    tell: (plural: Parameters<typeof tellCount>[1], count: number) => tellCount(words, plural, count),
    number: (count: number) => numberIn(words.format, count),
    date: (time: string, timeZone: string) => dateIn(words.format, time, timeZone),
    /** Returns the name of a language, by `format` if possible, which names the script: Serbian has two scripts. */
    nameOf: (other: string) => languageName(other, words.language === language ? words.format : words.language),
  }
}
type LanguageOfTexts = ReturnType<typeof textLanguageIn>

const TextLanguageContext = createContext<LanguageOfTexts | null>(null)
export const TextLanguageProvider = TextLanguageContext.Provider
export const useTextLanguage = () => useContext(TextLanguageContext)!

export const Phrase = ({ text, parts }: { text: string; parts: Record<string, ReactNode> }) =>
  text.split(/\{(\w+)\}/).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence, drawn once
    at % 2 ? <Fragment key={at}>{parts[part]}</Fragment> : part,
  )

type Props = { time: string; timeZone: string; className?: string }

export function When({ time, timeZone, className }: Props) {
  const { date, within } = useTextLanguage()
  return (
    <time dateTime={time} data-when className={className} {...within}>
      {date(time, timeZone)}
    </time>
  )
}
