import { describe, expect, test } from 'vitest'
import { slugOf } from '#contract/letters/slug.ts'

const keeps = (language: string) => ({ language, isPlain: false })
const isPlain = (language: string) => ({ language, isPlain: true })

describe('words keep their letters', () => {
  test.each([
    ['en', 'Reset a shift', 'reset-a-shift'],
    ['en', '  “What’s new?” – in 2026  ', 'what-s-new-in-2026'],
    ['de', 'Über Größen', 'über-größen'],
    ['en', 'Cafe\u0301', 'café'],
    ['ja', 'シフトを変更する', 'シフトを変更する'],
    ['hi', 'हिन्दी में', 'हिन्दी-में'],
    ['tr', 'İSTANBUL ILICA Diyarbakır', 'istanbul-ilica-diyarbakir'],
    ['tr', 'Şehir İçi', 'şehir-içi'],
    ['az', 'İş', 'iş'],
    ['en', 'İstanbul', 'istanbul'],
    ['en', 'Diyarbakır', 'diyarbakır'],
    ['el', 'ΟΔΟΣ', 'οδος'],
    ['fa', 'می\u200cخواهم', 'می-خواهم'],
    ['hi', 'क्\u200dष', 'क्ष'],
    ['de', 'Gieß\u00adkanne', 'gießkanne'],
    ['en', '❤️ love', 'love'],
    ['en', '???', ''],
    ['en', '', ''],
  ])('in %s: %j makes %s', (language, text, slug) => {
    expect(slugOf(text, keeps(language))).toBe(slug)
  })
})

describe('words are written with a to z', () => {
  test.each([
    ['de', 'Über uns: Größe & Ärger', 'ueber-uns-groesse-aerger'],
    ['sv', 'Över Åsa', 'over-asa'],
    ['da', 'Smørrebrød på Ærø', 'smoerrebroed-paa-aeroe'],
    ['hr', 'Čaj, đak i žaba', 'caj-dak-i-zaba'],
    ['pl', 'Łódź', 'lodz'],
    ['tr', 'Şehir İçi Işık', 'sehir-ici-isik'],
    ['fr', 'Cœur élevé', 'coeur-eleve'],
    ['ru', 'Ёлка и подъезд', 'elka-i-podezd'],
    ['uk', 'Київ і Харків', 'kyiv-i-kharkiv'],
    ['bg', 'Щастие', 'shtastie'],
    ['sr', 'Љубав и Џезва', 'ljubav-i-dzezva'],
    ['el', 'Οδός του Ουρανού', 'odos-tou-ouranou'],
    ['vi', 'Tiếng Việt', 'tieng-viet'],
    ['ja', '日本 ガ', '日本-ガ'],
    ['ar', 'مرحبا', 'مرحبا'],
  ])('in %s: %j makes %s', (language, text, slug) => {
    expect(slugOf(text, isPlain(language))).toBe(slug)
  })
})
