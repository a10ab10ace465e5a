const collator = new Intl.Collator()

/** Each word once, as whoever looks for one expects them to stand. */
export const inLetters = (words: string[]): string[] =>
  [...new Set(words)].toSorted((one, other) => collator.compare(one, other) || (one < other ? -1 : 1))
