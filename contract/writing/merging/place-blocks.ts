import type { BlockMatch } from './match-blocks.ts'

/**
 * One side of a list. In `order`, a number is the index of an entry of the base, and any other item is a new entry.
 * `moved` has the indexes of moved entries.
 */
export type Side<T> = { order: (number | { fresh: T })[]; moved: ReadonlySet<number> }

export function sideOf<T>(after: readonly T[], matches: readonly BlockMatch[]): Side<T> {
  const order: Side<T>['order'] = after.map((fresh) => ({ fresh }))
  for (const { before, after: at } of matches) order[at] = before
  return { order, moved: new Set(matches.filter(({ isMoved }) => isMoved).map(({ before }) => before)) }
}

type Fresh<T> = { theirs: T[]; yours: T[] }

/**
 * Merges the order of two changed lists with their base. Applies the moves of both sides to the entries of the base and
 * replaces each by its merged blocks in `became`. `joinFresh` joins the new entries of both sides at each position.
 */
export function placeBlocks<T>(
  became: readonly T[][],
  { theirs, yours }: { theirs: Side<T>; yours: Side<T> },
  joinFresh: (fresh: Fresh<T>) => T[],
): T[] {
  const next = linked(became.length)
  moveIn(next, theirs, (index) => yours.moved.has(index))
  moveIn(next, yours, () => false)
  const [theirFresh, yourFresh] = [freshBehind(theirs), freshBehind(yours)]
  const placed: T[] = []
  let fresh: Fresh<T> = { theirs: [], yours: [] }
  const placeFresh = () => {
    if (fresh.theirs.length + fresh.yours.length > 0) placed.push(...joinFresh(fresh))
    fresh = { theirs: [], yours: [] }
  }
  for (let index = -1; index !== undefined; index = next.after.get(index)!) {
    const stays = index >= 0 ? became[index]! : []
    // If an entry is deleted, the new entries before and after it share one position.
    if (stays.length > 0) placeFresh()
    placed.push(...stays)
    fresh.theirs.push(...(theirFresh.get(index) ?? []))
    fresh.yours.push(...(yourFresh.get(index) ?? []))
  }
  placeFresh()
  return placed
}

type Linked = { after: Map<number, number>; before: Map<number, number> }

/** The base entries as a linked list. -1 is the position before the first. */
function linked(length: number): Linked {
  const indexes = Array.from({ length }, (_, index) => index)
  return {
    after: new Map(indexes.map((index) => [index - 1, index])),
    before: new Map(indexes.map((index) => [index, index - 1])),
  }
}

function moveIn({ after, before }: Linked, { order, moved }: Side<unknown>, isLeft: (index: number) => boolean) {
  let previous = -1
  for (const index of order) {
    if (typeof index !== 'number') continue
    if (moved.has(index) && !isLeft(index) && before.get(index) !== previous) {
      link(before.get(index)!, after.get(index))
      link(index, after.get(previous))
      link(previous, index)
    }
    previous = index
  }

  function link(one: number, other: number | undefined) {
    if (other === undefined) after.delete(one)
    else {
      after.set(one, other)
      before.set(other, one)
    }
  }
}

/** Groups new entries by the base entry before them. */
function freshBehind<T>({ order }: Side<T>): Map<number, T[]> {
  const fresh = new Map<number, T[]>()
  let previous = -1
  for (const entry of order) {
    const known = fresh.get(previous)
    if (typeof entry === 'number') previous = entry
    else if (known) known.push(entry.fresh)
    else fresh.set(previous, [entry.fresh])
  }
  return fresh
}
