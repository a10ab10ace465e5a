import type { ScriptWords } from '#web/lib/reading-words/script-words.ts'

/** What the page says in its language stands in it, so that the script is the same for every language. */
export const words: ScriptWords = JSON.parse(document.getElementById('words')!.textContent)

/** How many suggestions there are, in the form that the language has for it. */
export function tellSuggestions(count: number): string {
  const { language, format, suggestionCount } = words
  const form = suggestionCount[new Intl.PluralRules(language).select(count)] ?? suggestionCount.other
  return form.replace('{count}', new Intl.NumberFormat(format).format(count))
}
