const collator = new Intl.Collator()

/** Each word once, in alphabetical order. */
export const inLetters = (words: string[]): string[] =>
  [...new Set(words)].toSorted((one, other) => collator.compare(one, other) || (one < other ? -1 : 1))
