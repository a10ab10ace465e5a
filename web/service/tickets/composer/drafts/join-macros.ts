import { isSame } from '#contract/is-same.ts'
import type { PendingMacro } from '#contract/tickets/macros.ts'

/** Merges two edits of the changes of macros. If both sides edited them, the result has all changes of both. */
export function joinMacros(base: PendingMacro | null, mine: PendingMacro | null, theirs: PendingMacro | null) {
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs
  if (isSame(theirs, base)) return mine
  if (!mine || !theirs) return mine ?? theirs
  const added = mine.changes.filter((change) => !theirs.changes.some((other) => isSame(other, change)))
  return { ...mine, name: namesOf(theirs.name, mine.name), changes: [...theirs.changes, ...added] }
}

const mostOfNames = 200

/** Joins the names of two macros. */
export const namesOf = (one: string, other: string) =>
  (one === other || one === '' ? other : `${one}, ${other}`).slice(0, mostOfNames)
