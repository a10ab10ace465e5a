/** A difference between two lists: `[from, to)` of one became `[otherFrom, otherTo)` of the other. */
export type Hunk = { from: number; to: number; otherFrom: number; otherTo: number }

/**
 * Returns the shortest edit script between two lists (Myers, "An O(ND) Difference Algorithm"). With more than
 * `mostEdits` edits, returns one hunk, because the time grows with the square of the edits.
 */
export function diffLists(one: readonly string[], other: readonly string[], mostEdits: number): Hunk[] {
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start++
  let [end, otherEnd] = [one.length, other.length]
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1]) {
    end--
    otherEnd--
  }
  const whole = { from: start, to: end, otherFrom: start, otherTo: otherEnd }
  if (start === end && start === otherEnd) return []
  if (start === end || start === otherEnd) return slideLeft([whole], one, other)
  const hunks = shortestEdit(one.slice(start, end), other.slice(start, otherEnd), mostEdits)
  return hunks
    ? slideLeft(
        hunks.map((hunk) => shifted(hunk, start)),
        one,
        other,
      )
    : [whole]
}

/** Moves each hunk to its first possible position, so that equal changes give equal hunks. */
function slideLeft(hunks: Hunk[], one: readonly string[], other: readonly string[]): Hunk[] {
  let least = 0
  for (const hunk of hunks) {
    const isAdded = hunk.from === hunk.to
    if (isAdded || hunk.otherFrom === hunk.otherTo) {
      const list = isAdded ? other : one
      const [first, last] = isAdded ? (['otherFrom', 'otherTo'] as const) : (['from', 'to'] as const)
      while (hunk.from > least && list[hunk[first] - 1] === list[hunk[last] - 1]) {
        hunk.from--
        hunk.to--
        hunk.otherFrom--
        hunk.otherTo--
      }
    }
    least = hunk.to
  }
  return hunks
}

const shifted = ({ from, to, otherFrom, otherTo }: Hunk, by: number): Hunk => ({
  ...{ from: from + by, to: to + by },
  ...{ otherFrom: otherFrom + by, otherTo: otherTo + by },
})

// Finds the smallest set of differences with Myers' algorithm. Undefined if it needs more than `mostEdits` edits.
// `rounds[d]` has the position that each diagonal reached before edit `d`.
function shortestEdit(one: string[], other: string[], mostEdits: number): Hunk[] | undefined {
  const most = Math.min(mostEdits, one.length + other.length)
  const rounds: Int32Array[] = []
  let reach = new Int32Array(2 * most + 3)
  for (let edits = 0; edits <= most; edits++) {
    rounds.push(reach.slice())
    const next = reach
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let at = stepsDown(reach, diagonal, edits, most)
        ? reach[diagonal + 1 + most + 1]!
        : reach[diagonal - 1 + most + 1]! + 1
      while (at < one.length && at - diagonal < other.length && one[at] === other[at - diagonal]) at++
      next[diagonal + most + 1] = at
      if (at >= one.length && at - diagonal >= other.length) return hunksOf(rounds, one.length, other.length, most)
    }
    reach = next
  }
  return undefined
}

const stepsDown = (reach: Int32Array, diagonal: number, edits: number, most: number) =>
  diagonal === -edits || (diagonal !== edits && reach[diagonal - 1 + most + 1]! < reach[diagonal + 1 + most + 1]!)

function hunksOf(rounds: Int32Array[], length: number, otherLength: number, most: number): Hunk[] {
  const hunks: Hunk[] = []
  let [at, otherAt] = [length, otherLength]
  for (let edits = rounds.length - 1; edits > 0; edits--) {
    const reach = rounds[edits]!
    const diagonal = at - otherAt
    const isDown = stepsDown(reach, diagonal, edits, most)
    const before = reach[diagonal + (isDown ? 1 : -1) + most + 1]!
    const otherBefore = before - (diagonal + (isDown ? 1 : -1))
    const [after, otherAfter] = isDown ? [before, otherBefore + 1] : [before + 1, otherBefore]
    const next = hunks[0]
    if (next && next.from === after && next.otherFrom === otherAfter) {
      next.from = before
      next.otherFrom = otherBefore
    } else hunks.unshift({ from: before, to: after, otherFrom: otherBefore, otherTo: otherAfter })
    at = before
    otherAt = otherBefore
  }
  return hunks
}
