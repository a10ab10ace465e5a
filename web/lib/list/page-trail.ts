// A cursor leads only to the next page. So the tab remembers, for each cursor, the previous cursor and the number of
// rows before the page.
type Step = { previous: string | null; offset: number }
const keyOf = (list: string) => `list-pages ${list}`

const readTrail = (list: string): Record<string, Step> => JSON.parse(sessionStorage.getItem(keyOf(list)) ?? '{}')

export const readStep = (list: string, cursor: string | null): Step | null =>
  cursor === null ? { previous: null, offset: 0 } : (readTrail(list)[cursor] ?? null)

export function rememberNext(list: string, next: string, step: Step) {
  sessionStorage.setItem(keyOf(list), JSON.stringify({ ...readTrail(list), [next]: step }))
}
