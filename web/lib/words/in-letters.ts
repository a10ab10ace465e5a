const collator = new Intl.Collator()

export const inLetters = (words: string[]): string[] =>
  [...new Set(words)].toSorted((one, other) => collator.compare(one, other) || (one < other ? -1 : 1))
