/** What somebody searched as it is kept: however it was typed, the same words are the same. */
export const normalQuery = (query: string) =>
  query
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 256)
