import type { ScriptWords } from '#web/lib/reading-words/script-words.ts'

/** Texts of the script. The page contains them, so that the script is the same for all languages. */
export const words: ScriptWords = JSON.parse(document.getElementById('words')!.textContent)

export function announceSuggestions(count: number): string {
  const { language, format, suggestionCount } = words
  const form = suggestionCount[new Intl.PluralRules(language).select(count)] ?? suggestionCount.other
  return form.replace('{count}', new Intl.NumberFormat(format).format(count))
}

/** Returns a message if the browser will cut pasted text at `maxLength`, because browsers cut silently. */
export function tellCut({ target, clipboardData }: ClipboardEvent): string {
  if (!(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)) return ''
  const { value, selectionStart, selectionEnd, maxLength } = target
  const text = (clipboardData?.getData('text') ?? '').replaceAll('\r\n', '\n')
  const length = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0)) + text.length
  return length > maxLength
    ? words.pasteCut.replace('{most}', new Intl.NumberFormat(words.format).format(maxLength))
    : ''
}
