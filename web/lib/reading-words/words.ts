import { de } from './dictionaries/de.ts'
import { en } from './dictionaries/en.ts'
import { es } from './dictionaries/es.ts'
import { fr } from './dictionaries/fr.ts'
import { hr } from './dictionaries/hr.ts'
import { it } from './dictionaries/it.ts'
import { nl } from './dictionaries/nl.ts'
import { pl } from './dictionaries/pl.ts'
import { pt } from './dictionaries/pt.ts'
import { sl } from './dictionaries/sl.ts'
import { sr } from './dictionaries/sr.ts'
import { sv } from './dictionaries/sv.ts'
import type { Dictionary, Plural } from './dictionary.ts'

export const dictionaries: Record<string, Dictionary> = { en, de, es, fr, hr, it, nl, pl, pt, sl, sr, sv }

export type Words = Dictionary & {
  language: string
  /** The locale of numbers and dates. It follows the page's language, even if the interface is in English. */
  format: string
}

export function findWords(language: string): Words {
  if (!isTag(language)) return { ...en, language: 'en', format: en.locale }
  const [base = '', script] = language.split('-')
  const isOtherScript = script?.length === 4 && script !== 'Latn'
  const own = isOtherScript || !Object.hasOwn(dictionaries, base) ? undefined : dictionaries[base]
  if (!own) return { ...en, language: 'en', format: language }
  return { ...own, language, format: language === base ? own.locale : language }
}

function isTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0
  } catch {
    return false
  }
}

export const fill = (text: string, given: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (place, name) => given[name] ?? place)

/** Puts a count into a sentence. Plurals follow the interface language, digits the page language. */
export function tellCount({ language, format }: Words, plural: Plural, count: number): string {
  const form = plural[new Intl.PluralRules(language).select(count)] ?? plural.other
  return fill(form, { count: numberIn(format, count) })
}

export const numberIn = (format: string, count: number) => new Intl.NumberFormat(format).format(count)

export const percentIn = (format: string, ofHundred: number) =>
  new Intl.NumberFormat(format, { style: 'percent' }).format(ofHundred / 100)

/** Formats a date in the workspace's time zone. A script later replaces recent dates with words such as "yesterday". */
export const dateIn = (format: string, time: string, timeZone: string) =>
  new Intl.DateTimeFormat(format, { dateStyle: 'long', timeZone }).format(new Date(time))

export const languageName = (language: string, inLanguage = language) =>
  isTag(language) ? (new Intl.DisplayNames([inLanguage], { type: 'language' }).of(language) ?? language) : language

const fromTheRight = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'])

/** Returns the direction of a language tag by its script, which it names (`pa-Arab`) or implies (`ur`). */
export const directionOf = (language: string) =>
  isTag(language) && fromTheRight.has(new Intl.Locale(language).maximize().script ?? '')
    ? ('rtl' as const)
    : ('ltr' as const)
