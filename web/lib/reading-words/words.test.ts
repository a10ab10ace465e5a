import { describe, expect, test } from 'vitest'
import { en } from './dictionaries/en.ts'
import { dateIn, dictionaries, directionOf, findWords, languageName, tellCount } from './words.ts'

/** Returns all texts of a dictionary with their paths, for example `home.articleCount.few`. */
function sentencesIn(of: object, at = ''): [string, string][] {
  return Object.entries(of).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${at}${key}`, value] as [string, string]] : sentencesIn(value, `${at}${key}.`),
  )
}
const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
const english = new Map(sentencesIn(en))
// Returns the English text for a path. A plural form that English does not have, such as `few`, is compared with
// `other`.
const englishAt = (at: string) => english.get(at) ?? english.get(at.replace(/\w+$/, 'other'))!
/** Placeholders that a translation may omit, because its text can name the language directly. */
const optional = new Set(['{language}'])

describe.each(Object.entries(dictionaries))('the dictionary of %s', (language, dictionary) => {
  test('fills what the English one fills', () => {
    const strayed = sentencesIn(dictionary).filter(([at, text]) => {
      const wanted = placesIn(englishAt(at)).filter((place) => !optional.has(place) || text.includes(place))
      return String(placesIn(text)) !== String(wanted)
    })
    expect(strayed).toEqual([])
  })

  test('has each form that its numbers take', () => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
    const plurals = [dictionary.home.articleCount, dictionary.article.minutes, dictionary.search.results]
    for (const plural of [...plurals, dictionary.search.suggestionCount])
      expect(Object.keys(plural).toSorted()).toEqual(wanted)
  })

  test('is in its own words', () => {
    expect([...dictionary.locale.matchAll(/^\w+/g)].map(([base]) => base)).toEqual([language])
    expect(sentencesIn(dictionary).filter(([, text]) => text.trim() === '')).toEqual([])
  })
})

describe('a page', () => {
  test('speaks the language of its text, whatever its region', () => {
    const [croatian, austrian] = [findWords('hr'), findWords('de-AT')]
    expect([croatian.language, croatian.search.start]).toEqual(['hr', 'Upišite što tražite.'])
    expect([austrian.language, austrian.format, austrian.frame.help]).toEqual(['de-AT', 'de-AT', 'Hilfe'])
  })

  test('counts as its language does', () => {
    const [croatian, slovene] = [findWords('hr'), findWords('sl')]
    const told = [1, 2, 5, 21, 1234].map((count) => tellCount(croatian, croatian.home.articleCount, count))
    expect(told).toEqual(['1 članak', '2 članka', '5 članaka', '21 članak', '1.234 članka'])
    expect(tellCount(slovene, slovene.home.articleCount, 2)).toBe('2 članka')
  })

  test('of a language without a dictionary speaks English, and writes its numbers as the language does', () => {
    const japanese = findWords('ja')
    expect([japanese.language, japanese.format, japanese.frame.help]).toEqual(['en', 'ja', 'Help'])
    expect(findWords('sr-Cyrl').language).toBe('en')
    expect(findWords('hr-Cyrl').language).toBe('en')
    expect(findWords('constructor').language).toBe('en')
  })

  test('in Serbian is written in Latin letters, its dates too', () => {
    const serbian = findWords('sr')
    expect([serbian.language, dateIn(serbian.format, '2026-11-22T12:00:00Z', 'UTC')]).toEqual([
      'sr',
      '22. novembar 2026.',
    ])
  })

  test('is not stopped by what only looks like a language', () => {
    expect([findWords('en-12').language, findWords('en-12').format]).toEqual(['en', 'en-GB'])
    expect([languageName('en-12'), directionOf('en-12')]).toEqual(['en-12', 'ltr'])
  })

  test('begins where its letters do', () => {
    expect(['ar', 'he', 'fa', 'ur', 'pa-Arab', 'hr', 'ja', 'pa'].map(directionOf)).toEqual([
      ...['rtl', 'rtl', 'rtl', 'rtl', 'rtl'],
      ...['ltr', 'ltr', 'ltr'],
    ])
  })
})
