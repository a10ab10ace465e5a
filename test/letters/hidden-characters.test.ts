import { describe, expect, test } from 'vitest'
import { withoutHidden } from '#contract/letters/as-line.ts'
import { hasHidden } from '#contract/letters/hidden-characters.ts'

describe('a text is kept without', () => {
  test.each([
    ['soft hyphens', 'Gieß\u00adkanne', 'Gießkanne'],
    ['spaces of no width', 'Re\u200bset\ufeff', 'Reset'],
    ['marks of direction', '\u200fRun\u200e\u061c', 'Run'],
    ['overrides of direction', 'Invoice \u202egnp.exe\u202c', 'Invoice gnp.exe'],
    ['isolates', '\u2066a\u2067b\u2068c\u2069', 'abc'],
    ['word joiners and invisible operators', 'a\u2060b\u2062c', 'abc'],
    ['letters in tags', 'Hi\u{e0001}\u{e0041}\u{e0042}', 'Hi'],
    ['a flag that is none', '\u{1f3f4}\u{e0041}\u{e0042}\u{e007f}', '\u{1f3f4}'],
    ['joiners between letters of other scripts', 'pay\u200dpal\u200c', 'paypal'],
    ['joiners at the edge of a picture', '\u200d👩 a\u200d👩\u200d', '👩 a👩'],
    ['a second joiner', 'می\u200c\u200c\u200dخواهم', 'می\u200cخواهم'],
    ['joiners at the end of a word that needs none', 'سلام\u200c', 'سلام'],
  ])('%s', (_, written, kept) => {
    expect(withoutHidden(written)).toBe(kept)
  })
})

describe('it keeps', () => {
  test.each([
    ['a family', '👨\u200d👩\u200d👧\u200d👦'],
    ['a tone and a trade', '👩🏽\u200d🚒 and 🧑🏿\u200d⚕️'],
    ['a heart on fire', '❤️\u200d🔥'],
    ['the flags of parts of a country', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ['a flag of two letters, a keycap and a form', '🇭🇷 1️⃣ ☎︎'],
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष and क्\u200cष'],
    ['Bengali at the end of a word', 'শাহ্\u200c'],
    ['Malayalam at the end of a word', 'അവന്\u200d'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['a space that does not break, and accents apart', 'No\u00a0break e\u0301'],
  ])('%s', (_, written) => {
    expect(withoutHidden(written)).toBe(written)
  })
})

test.each(['a\u00adb', 'a\u200db', '\ufeffa', 'a\u0000b', 'a\u0085b', 'a\u2028b', 'a\tb', 'a\u202eb'])(
  'an address has none in it: %j',
  (address) => {
    expect(hasHidden(address)).toBe(true)
  },
)

test('what is seen is not hidden', () => {
  expect(hasHidden('über uns, 漢字 — naïve ❤')).toBe(false)
})

test('a text of a megabyte takes no longer than its letters', () => {
  const long = '👩\u200d'.repeat(200_000)
  expect(withoutHidden(long).length).toBeGreaterThan(0)
})
