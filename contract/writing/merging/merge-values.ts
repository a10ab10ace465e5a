import { isSameValue } from '#contract/is-same.ts'
import type { Document } from '#contract/writing/document.ts'
import type { BlockConflict, Choice } from './conflicts.ts'
import { diffLists } from './diff.ts'
import { mergeDocuments } from './merge-documents.ts'
import { placeBlocks, sideOf } from './place-blocks.ts'

type Values = Record<string, unknown>
type MergeSides<T> = { base: T; theirs: T; yours: T }

/** The properties of a field that a merge needs. `name` is the property that holds its value. */
export type MergedField = { kind: string; name: string; label: string; component?: string }

/** Access to the values of components. The caller names values by field key (API) or by slot (storage). */
export type Components = {
  fieldsOf: (component: string) => MergedField[]
  valuesOf: (block: Block) => Values
  withValues: (block: Block, values: Values) => Block
}
export type Block = Values & { id?: string; type: string }

/**
 * A field value that both sides changed differently. `labels` has the labels of the enclosing fields and of the field
 * itself. `blocks` has the conflicts within a long text.
 */
export type ValueConflict = MergeSides<unknown> & { labels: string[]; field: MergedField; blocks?: BlockConflict[] }
export type MergedValue = { value: unknown; conflicts: ValueConflict[] }

export const kindsOfBoth: ReadonlySet<string> = new Set(['rich_text', 'blocks'])

/**
 * Merges a field value three-way: a long text part by part, components field by field. If both sides changed the same
 * part differently, the choice decides. For values that cannot be stored twice, `both` works like `yours`.
 */
export function mergeValue(
  field: MergedField,
  sides: MergeSides<unknown>,
  components: Components,
  choice: Choice = 'both',
): MergedValue {
  const merging: Merging = { components, choice, conflicts: [] }
  const value = mergeOne(merging, field, sides, [])
  return { value, conflicts: merging.conflicts }
}

type Merging = { components: Components; choice: Choice; conflicts: ValueConflict[] }

function mergeOne(merging: Merging, field: MergedField, sides: MergeSides<unknown>, labels: string[]): unknown {
  const { base, theirs, yours } = sides
  if (isSameValue(theirs, yours) || isSameValue(base, theirs)) return yours
  if (isSameValue(base, yours)) return theirs
  const around = [...labels, field.label]
  if (theirs && yours) {
    if (field.kind === 'rich_text')
      return mergeText(merging, field, sides as MergeSides<Document | null | undefined>, around)
    if (field.kind === 'blocks' && [base ?? [], theirs, yours].every(haveIds))
      return mergeBlocks(merging, field, sides as MergeSides<Block[] | null>, around)
    if (field.kind === 'group' && ![base, theirs, yours].some(Array.isArray)) {
      const fields = merging.components.fieldsOf(field.component ?? '')
      return mergeFields(merging, fields, sides as MergeSides<Values | null>, around)
    }
  }
  return decide(merging, { ...sides, labels: around, field })
}

function decide(merging: Merging, conflict: ValueConflict): unknown {
  merging.conflicts.push(conflict)
  return merging.choice === 'theirs' ? conflict.theirs : conflict.yours
}

function mergeText(
  merging: Merging,
  field: MergedField,
  sides: MergeSides<Document | null | undefined>,
  labels: string[],
): unknown {
  const empty: Document = { type: 'doc', content: [{ type: 'paragraph' }] }
  const { base, theirs, yours } = sides
  const { document, conflicts } = mergeDocuments(
    base === undefined ? null : (base ?? empty),
    theirs!,
    yours!,
    merging.choice,
  )
  if (conflicts.length > 0) merging.conflicts.push({ ...sides, labels, field, blocks: conflicts })
  return document
}

function mergeFields(
  merging: Merging,
  fields: MergedField[],
  { base, theirs, yours }: MergeSides<Values | null>,
  labels: string[],
): Values {
  const names = new Set([theirs, yours].flatMap((values) => Object.keys(values ?? {})))
  const known = new Map(fields.map((field) => [field.name, field]))
  const merged: Values = {}
  for (const name of names) {
    const field = known.get(name) ?? { kind: '', name, label: name }
    const value = mergeOne(merging, field, { base: base?.[name], theirs: theirs?.[name], yours: yours?.[name] }, labels)
    if (value !== undefined) merged[name] = value
  }
  return merged
}

const haveIds = (blocks: unknown) => Array.isArray(blocks) && blocks.every((block) => typeof block?.id === 'string')

/** Matches components by id, because a moved component keeps its id. */
function mergeBlocks(
  merging: Merging,
  field: MergedField,
  sides: MergeSides<Block[] | null>,
  labels: string[],
): Block[] {
  const [base, theirs, yours] = [sides.base ?? [], sides.theirs ?? [], sides.yours ?? []]
  const placed = [theirs, yours].map((side) => sideOf(side, matchIds(base, side)))
  const became = base.map((block) => {
    const [one, other] = [theirs, yours].map((side) => side.find(({ id }) => id === block.id))
    return mergeBlock(merging, field, { base: block, theirs: one, yours: other }, labels)
  })
  return placeBlocks(became, { theirs: placed[0]!, yours: placed[1]! }, (fresh) => [
    ...fresh.theirs.map((block) => {
      const same = yours.find(({ id }) => id === block.id)
      return same ? mergeBlock(merging, field, { base: undefined, theirs: block, yours: same }, labels)[0]! : block
    }),
    ...fresh.yours.filter(({ id }) => !theirs.some((block) => block.id === id)),
  ])
}

function mergeBlock(
  merging: Merging,
  field: MergedField,
  { base, theirs, yours }: MergeSides<Block | undefined>,
  labels: string[],
): Block[] {
  if (!theirs || !yours) {
    const left = theirs ?? yours
    if (!left || isSameValue(base, left)) return []
    const sides = { base: base && [base], theirs: theirs && [theirs], yours: yours && [yours] }
    merging.conflicts.push({ ...sides, labels, field })
    return merging.choice === 'both' || merging.choice === (theirs ? 'theirs' : 'yours') ? [left] : []
  }
  const { valuesOf, withValues, fieldsOf } = merging.components
  if (theirs.type !== yours.type) return [merging.choice === 'theirs' ? theirs : yours]
  const values = { base: base ? valuesOf(base) : null, theirs: valuesOf(theirs), yours: valuesOf(yours) }
  return [withValues(yours, mergeFields(merging, fieldsOf(yours.type), values, labels))]
}

function matchIds(base: Block[], side: Block[]) {
  const before = base.map(({ id }) => id!)
  const after = side.map(({ id }) => id!)
  const stayed = new Set<string>()
  const common = (one: string[], other: string[]) => one.filter((id) => other.includes(id))
  const [ones, others] = [common(before, after), common(after, before)]
  let at = 0
  for (const { from, to } of [...diffLists(ones, others, 1_000), { from: ones.length, to: ones.length }]) {
    for (; at < from; at++) stayed.add(ones[at]!)
    at = to
  }
  return ones.map((id) => ({ before: before.indexOf(id), after: after.indexOf(id), isMoved: !stayed.has(id) }))
}
