/** Counts added, removed, replaced and swapped letters. Ignores case and all characters except letters and digits. */
function nameDistance(one: string, other: string): number {
  const [a, b] = [lettersOf(one), lettersOf(other)]
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= a.length; row++) {
    const line = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      line[column] = Math.min(
        rows[row - 1]![column]! + 1,
        line[column - 1]! + 1,
        rows[row - 1]![column - 1]! + (isSame ? 0 : 1),
        isSwapped ? rows[row - 2]![column - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(line)
  }
  return rows[a.length]![b.length]!
}

/** Returns the known names, the most similar first. */
export function nearestNames<N extends string>(name: string, known: readonly N[]): N[] {
  const share = (other: string) => nameDistance(name, other) / Math.max(lettersOf(name).length, lettersOf(other).length)
  return known.toSorted((one, other) => share(one) - share(other) || beginning(name, other) - beginning(name, one))
}

export const nearestName = <N extends string>(name: string, known: readonly N[]): N => nearestNames(name, known)[0]!

const beginning = (one: string, other: string) => {
  const [a, b] = [lettersOf(one), lettersOf(other)]
  const differs = [...a].findIndex((letter, index) => letter !== b[index])
  return differs === -1 ? a.length : differs
}

export function isNearMiss(name: string, known: string): boolean {
  const letters = lettersOf(known).length
  return nameDistance(name, known) <= (letters <= 5 ? 1 : letters <= 8 ? 2 : 3)
}

const lettersOf = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]/g, '')
