import type { BlockConflict, Merging } from './conflicts.ts'
import { areAlike, type BlockMatch, matchBlocks } from './match-blocks.ts'
import { mergePart } from './merge-node.ts'
import { placeBlocks, sideOf } from './place-blocks.ts'
import { keyOf, mapAll, type Node } from './tidy.ts'

type Grid = Node[][]
type Name = 'theirs' | 'yours'
/** A row or column of the merged table, with its index in each of the three tables. */
type Track = Partial<Record<'base' | Name, number>>

/**
 * Merges a table cell by cell, with the rows and columns that either side added or deleted. Undefined if a side changed
 * the shape of the table and a version has merged cells, because cells then have no common position.
 */
export function mergeTable(merging: Merging, base: Node[], theirs: Node[], yours: Node[]): Node[] | undefined {
  const [began, first, second] = mapAll([base, theirs, yours], gridOf)
  const shapes = [began, first, second].map(shapeOf)
  if (shapes.every((shape) => shape === shapes[0])) {
    return base.map((row, at) => {
      const cells = began[at]!.map((cell, index) => mergePart(merging, cell, first[at]![index]!, second[at]![index]!))
      return { ...row, ...(cells.length > 0 && { content: cells }) }
    })
  }
  if (![began, first, second].every(isPlain)) return undefined
  const grids = { base: began, theirs: first, yours: second }
  const tables = { grids, matches: { theirs: trackSide(base, theirs), yours: trackSide(base, yours) } }
  partAdded(tables, 'columns')
  partAdded(tables, 'rows')
  const columns = mergeTracks(merging, tables, 'columns')
  const rows = mergeTracks(merging, tables, 'rows')
  if (columns.length === 0) return []
  return rows.map((row) => rowOf(columns.map((column) => cellOf(merging, grids, row, column))))
}

const gridOf = (rows: Node[]): Grid => rows.map(({ content = [] }) => content)

const shapeOf = (grid: Grid) =>
  JSON.stringify(grid.map((row) => row.map(({ attrs = {} }) => [attrs.colspan, attrs.rowspan])))

const isPlain = (grid: Grid) =>
  grid.every(
    (row) =>
      row.length === grid[0]!.length &&
      row.length > 0 &&
      row.every(({ attrs = {} }) => attrs.colspan === undefined && attrs.rowspan === undefined),
  )

type Direction = 'rows' | 'columns'
type TrackMatches = Record<Direction, BlockMatch[]>
// The three versions of a table. `matches`: the rows and columns of each side that correspond to rows and columns of
// the base.
type Tables = { grids: Record<'base' | Name, Grid>; matches: Record<Name, TrackMatches> }

function trackSide(base: Node[], side: Node[]): TrackMatches {
  const [before, after] = [gridOf(base), gridOf(side)]
  const isWider = before[0]!.length !== after[0]!.length
  const rows = isWider && base.length === side.length ? inPlace(base.length) : matchRows(base, side)
  return { rows, columns: isWider ? matchColumns(before, after, rows) : inPlace(before[0]!.length) }
}

const inPlace = (length: number): BlockMatch[] =>
  Array.from({ length }, (_, index) => ({ before: index, after: index, isMoved: false }))

const matchRows = (base: Node[], side: Node[]): BlockMatch[] =>
  matchGaps(matchBlocks(base, side), base.length, side.length)

// Pairs the unmatched rows or columns of a gap in order, if both tables have the same number in the gap.
function matchGaps(matches: BlockMatch[], length: number, otherLength: number): BlockMatch[] {
  const taken = new Set(matches.map(({ after }) => after))
  const known = new Set(matches.map(({ before }) => before))
  const stayed = matches.filter(({ isMoved }) => !isMoved)
  const added: BlockMatch[] = []
  let [before, after] = [-1, -1]
  for (const next of [...stayed, { before: length, after: otherLength, isMoved: false }]) {
    const ones = between(before, next.before).filter((index) => !known.has(index))
    const others = between(after, next.after).filter((index) => !taken.has(index))
    if (ones.length === others.length)
      ones.forEach((one, index) => void added.push({ before: one, after: others[index]!, isMoved: false }))
    before = next.before
    after = next.after
  }
  return [...matches, ...added].toSorted((one, other) => one.before - other.before)
}

const between = (from: number, to: number) => Array.from({ length: to - from - 1 }, (_, index) => from + 1 + index)

/** Matches columns in order, so that as many cells as possible are equal or similar. */
function matchColumns(before: Grid, after: Grid, rows: BlockMatch[]): BlockMatch[] {
  const [width, otherWidth] = [before[0]!.length, after[0]!.length]
  const alike = (one: number, other: number) =>
    rows.reduce((sum, row) => sum + likenessOf(before[row.before]![one]!, after[row.after]![other]!), 0)
  const best = Array.from({ length: width + 1 }, () => new Array<number>(otherWidth + 1).fill(0))
  for (let one = width - 1; one >= 0; one--)
    for (let other = otherWidth - 1; other >= 0; other--) {
      const both = alike(one, other) + best[one + 1]![other + 1]!
      best[one]![other] = Math.max(both, best[one + 1]![other]!, best[one]![other + 1]!)
    }
  const matches: BlockMatch[] = []
  for (let [one, other] = [0, 0]; one < width && other < otherWidth; ) {
    const score = best[one]![other]!
    if (score === best[one + 1]![other + 1]! + alike(one, other) && alike(one, other) > 0)
      matches.push({ before: one++, after: other++, isMoved: false })
    else if (score === best[one + 1]![other]) one++
    else other++
  }
  return matchGaps(matches, width, otherWidth)
}

const likenessOf = (one: Node, other: Node) => (keyOf(one) === keyOf(other) ? 2 : areAlike(one, other) ? 1 : 0)

// Removes the match of a changed row or column if the other side added the same row or column. The row or column of the
// base then counts as deleted, and the changed one as added.
function partAdded(tables: Tables, of: Direction) {
  const { grids, matches } = tables
  const fresh = (['theirs', 'yours'] as const).map((name) => {
    const known = new Set(matches[name][of].map(({ after }) => after))
    return Array.from({ length: lengthOf(grids[name], of) }, (_, at) => at).filter((at) => !known.has(at))
  })
  for (const [name, other, added] of [
    ['theirs', 'yours', fresh[1]!],
    ['yours', 'theirs', fresh[0]!],
  ] as const) {
    matches[name][of] = matches[name][of].filter(({ before, after }) => {
      const cells = cellsAcross(tables, of, name, after)
      const isOther = !haveSameCells(cellsAcross(tables, of, 'base', before), cells) && !cells.every(isBlank)
      return !isOther || !added.some((at) => haveSameCells(cells, cellsAcross(tables, of, other, at)))
    })
  }
}

/** Returns a row's cells in columns that both sides kept, or a column's cells in rows that both kept. */
function cellsAcross({ grids, matches }: Tables, of: Direction, name: 'base' | Name, at: number) {
  const across = of === 'rows' ? 'columns' : 'rows'
  const places = new Map(matches.yours[across].map(({ before, after }) => [before, after]))
  return matches.theirs[across].flatMap(({ before, after }) => {
    const yours = places.get(before)
    if (yours === undefined) return []
    return [cellAt(grids[name], of, at, { base: before, theirs: after, yours }[name])]
  })
}

function mergeTracks(merging: Merging, tables: Tables, of: Direction): Track[] {
  const { matches } = tables
  const tracks = trackAll(tables, of)
  const became = tracks.base.map((track) => (staysIn(merging, tables, of, track) ? [track] : []))
  const sides = {
    theirs: sideOf(tracks.theirs, matches.theirs[of]),
    yours: sideOf(tracks.yours, matches.yours[of]),
  }
  return placeBlocks(became, sides, ({ theirs, yours }) => joinTracks(tables, of, theirs, yours))
}

const lengthOf = (grid: Grid, of: Direction) => (of === 'rows' ? grid.length : grid[0]!.length)

function trackAll({ grids, matches }: Tables, of: Direction) {
  const own = (name: 'base' | Name): Track[] =>
    Array.from({ length: lengthOf(grids[name], of) }, (_, index) => ({ [name]: index }))
  const base = own('base')
  for (const name of ['theirs', 'yours'] as const)
    for (const { before, after } of matches[name][of]) base[before]![name] = after
  return { base, theirs: own('theirs'), yours: own('yours') }
}

// Whether the merged table keeps a row or column of the base. If one side deleted it and the other side changed it,
// records a conflict and follows `choice`.
function staysIn(merging: Merging, { grids, matches }: Tables, of: Direction, track: Track) {
  const left = (['theirs', 'yours'] as const).filter((name) => track[name] !== undefined)
  const [only] = left
  if (left.length !== 1) return left.length === 2
  const across = matches[only!][of === 'rows' ? 'columns' : 'rows']
  const isChanged = across.some(({ before, after }) => {
    const [was, is] = [cellAt(grids.base, of, track.base!, before), cellAt(grids[only!], of, track[only!]!, after)]
    return keyOf(was) !== keyOf(is)
  })
  const knownAcross = new Set(across.map(({ after }) => after))
  const isWritten = lineOf(grids[only!], of, track[only!]!).some((cell, at) => !knownAcross.has(at) && !isBlank(cell))
  if (!isChanged && !isWritten) return false
  const shown = (name: 'base' | Name) => tableOf(lineOf(grids[name], of, track[name]!), of)
  const conflict: BlockConflict<Node> = { base: shown('base'), theirs: null, yours: null, [only!]: shown(only!) }
  merging.conflicts.push(conflict)
  return merging.choice === 'both' || merging.choice === only
}

const isBlank = ({ content }: Node) => keyOf(content ?? []) === blank
const blank = keyOf([{ type: 'paragraph' }])

const cellAt = (grid: Grid, of: Direction, along: number, across: number): Node =>
  of === 'rows' ? grid[along]![across]! : grid[across]![along]!

const lineOf = (grid: Grid, of: Direction, at: number): Node[] =>
  of === 'rows' ? grid[at]! : grid.map((row) => row[at]!)

const rowOf = (cells: Node[]): Node => ({ type: 'tableRow', content: cells })
const tableOf = (cells: Node[], of: Direction): Node => ({
  type: 'table',
  content: of === 'rows' ? [rowOf(cells)] : cells.map((cell) => rowOf([cell])),
})

/** Joins rows or columns that both sides added at one place. Equal rows or columns appear once. */
function joinTracks(tables: Tables, of: Direction, theirs: Track[], yours: Track[]) {
  const joined: Track[] = theirs.map((track) => ({ ...track }))
  const rest = yours.filter((track) => {
    const cells = cellsAcross(tables, of, 'yours', track.yours!)
    const same = joined.find(
      (other) => other.yours === undefined && haveSameCells(cellsAcross(tables, of, 'theirs', other.theirs!), cells),
    )
    if (same) same.yours = track.yours!
    return !same
  })
  return [...joined, ...rest]
}

// Whether two rows or columns count as the same: all cells are equal, or at least half of the cells with text on any
// side are equal or similar.
function haveSameCells(theirs: Node[], yours: Node[]): boolean {
  if (theirs.every((cell, index) => keyOf(cell) === keyOf(yours[index]!))) return true
  const written = theirs.flatMap((cell, index) => (isBlank(cell) && isBlank(yours[index]!) ? [] : [index]))
  const same = written.filter((index) => isSameCell(theirs[index]!, yours[index]!))
  return written.length === 0 || (same.length > 0 && 2 * same.length >= written.length)
}

const isSameCell = (one: Node, other: Node) =>
  keyOf(one.content ?? []) === keyOf(other.content ?? []) || areAlike(one, other)

function cellOf(merging: Merging, grids: Tables['grids'], row: Track, column: Track): Node {
  const at = (name: 'base' | Name): Node | undefined => {
    const [one, other] = [row[name], column[name]]
    return one === undefined || other === undefined ? undefined : grids[name][one]![other]
  }
  const [base, theirs, yours] = [at('base'), at('theirs'), at('yours')]
  if (base && theirs && yours) return mergePart(merging, base, theirs, yours)
  if (theirs && yours) return mergePart(merging, blankOf(theirs, yours), theirs, yours)
  // If one side deleted the row and the other side the column, neither side has this cell. If a conflict keeps the row
  // and the column, the cell is empty.
  return theirs ?? yours ?? (base ? { ...base, content: [{ type: 'paragraph' }] } : emptyCell(grids, row))
}

/** Returns an empty cell with the attributes that both sides have in common. The cell is the base of a merge. */
function blankOf(theirs: Node, yours: Node): Node {
  const shared = Object.entries(yours.attrs ?? {}).filter(
    ([name, value]) => JSON.stringify(theirs.attrs?.[name]) === JSON.stringify(value),
  )
  const attrs = shared.length > 0 && { attrs: Object.fromEntries(shared) }
  return { type: yours.type, ...attrs, content: [{ type: 'paragraph' }] }
}

function emptyCell(grids: Tables['grids'], row: Track): Node {
  const [name] = (['base', 'theirs', 'yours'] as const).filter((one) => row[one] !== undefined)
  const isHead = grids[name!][row[name!]!]!.every(({ type }) => type === 'tableHeader')
  return { type: isHead ? 'tableHeader' : 'tableCell', content: [{ type: 'paragraph' }] }
}
