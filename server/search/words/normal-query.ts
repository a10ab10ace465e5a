/** Queries that differ in case or spaces become the same. */
export const normalQuery = (query: string) =>
  query
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 256)
