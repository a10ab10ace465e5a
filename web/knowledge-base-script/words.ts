import type { ScriptWords } from '#web/lib/reading-words/script-words.ts'

/** What the page says in its language stands in it, so that the script is the same for every language. */
export const words: ScriptWords = JSON.parse(document.getElementById('words')!.textContent)

/** How many suggestions there are, in the form that the language has for it. */
export function tellSuggestions(count: number): string {
  const { language, format, suggestionCount } = words
  const form = suggestionCount[new Intl.PluralRules(language).select(count)] ?? suggestionCount.other
  return form.replace('{count}', new Intl.NumberFormat(format).format(count))
}

/** Browsers leave out what of a pasted text is beyond `maxLength`, without a word. The sentence that says so, or nothing. */
export function tellCut({ target, clipboardData }: ClipboardEvent): string {
  if (!(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)) return ''
  const { value, selectionStart, selectionEnd, maxLength } = target
  const text = (clipboardData?.getData('text') ?? '').replaceAll('\r\n', '\n')
  const length = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0)) + text.length
  return length > maxLength
    ? words.pasteCut.replace('{most}', new Intl.NumberFormat(words.format).format(maxLength))
    : ''
}
