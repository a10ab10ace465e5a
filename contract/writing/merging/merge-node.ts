import { documentLimits } from '#contract/writing/document.ts'
import { joinWritten, type Merging, recordConflict } from './conflicts.ts'
import { thingOf } from './match-blocks.ts'
import { mergeTable } from './merge-table.ts'
import { mergeWords } from './merge-words.ts'
import { keyOf, lineTypes, mapAll, type Node } from './tidy.ts'

/** Merges a block that both sides changed. Several blocks keep both versions. No block means nothing is left. */
export function mergeNode(merging: Merging, base: Node, theirs: Node, yours: Node): Node[] {
  const form = mergeForm(base, theirs, yours)
  if (lineTypes.has(base.type) && lineTypes.has(form.yours.type)) return mergeLine(merging, form, base, theirs, yours)
  if (!base.content && !theirs.content && !yours.content) return mergeThing(merging, form, base, theirs, yours)
  const content = mergeInner(merging, base, theirs, yours)
  if (!content) return recordConflict(merging, { base, theirs, yours })
  if (content.length === 0) return []
  const [one, other] = mapAll([form.theirs, form.yours], (head) => ({ ...head, content }))
  // The content is already merged, so only type and attributes can conflict. They come from one side, even with `both`.
  if (form.hasConflict) merging.conflicts.push({ base, theirs: one, yours: other })
  return [merging.choice === 'theirs' ? one : other]
}

type Head = Pick<Node, 'type' | 'attrs'>
type Form = { theirs: Head; yours: Head; hasConflict: boolean }

function mergeForm(base: Node, theirs: Node, yours: Node): Form {
  if (theirs.type !== yours.type) return mergeTypes(base, theirs, yours)
  const fieldsOf = ({ type, attrs }: Node): Fields => ({ ...attrs, '': type })
  const [began, first, second] = [fieldsOf(base), fieldsOf(theirs), fieldsOf(yours)]
  const merged: Record<'theirs' | 'yours', Fields> = { theirs: { '': theirs.type }, yours: { '': yours.type } }
  let hasConflict = false
  const names = new Set([began, first, second].flatMap((one) => Object.keys(one)))
  for (const name of [...names].toSorted()) {
    const [was, one, other] = [began, first, second].map((fields) => JSON.stringify(fields[name]))
    const isTheirs = other === was
    const isYours = one === was || one === other
    // Changed column widths are never a conflict.
    if (!isTheirs && !isYours && name !== 'colwidth') hasConflict = true
    merged.theirs[name] = (isYours ? second : first)[name]
    merged.yours[name] = (isTheirs ? first : second)[name]
  }
  return { theirs: headOf(merged.theirs), yours: headOf(merged.yours), hasConflict }
}

/** Merges blocks of different types. Type and attributes come from the same side. */
function mergeTypes(base: Node, theirs: Node, yours: Node): Form {
  const [was, one, other] = mapAll([base, theirs, yours], ({ type, attrs }) => ({ type, ...(attrs && { attrs }) }))
  if (keyOf(was) === keyOf(other)) return { theirs: one, yours: one, hasConflict: false }
  if (keyOf(was) === keyOf(one)) return { theirs: other, yours: other, hasConflict: false }
  return { theirs: one, yours: other, hasConflict: true }
}

type Fields = { '': string; [name: string]: unknown }

function headOf({ '': type, ...fields }: Fields): Head {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined)
  return { type, ...(said.length > 0 && { attrs: Object.fromEntries(said) }) }
}

// Types of titles. A parent has exactly one title, so a conflict with `both` joins the two texts in one title.
const titleTypes = new Set(['stepTitle', 'detailsSummary'])

function mergeLine(merging: Merging, form: Form, base: Node, theirs: Node, yours: Node): Node[] {
  const [began, first, second] = mapAll([base, theirs, yours], ({ content = [] }) => content)
  const isTitle = titleTypes.has(base.type)
  // If the line was empty in the base, both texts are additions. So they are joined like new blocks.
  if (began.length === 0 && first.length > 0 && second.length > 0 && !isTitle && !isSameLine(first, second))
    return joinWritten(merging, theirs, yours)
  const merged = mergeWords(began, first, second, base.type === 'codeBlock')
  const [one, other] = [withContent(form.theirs, merged.theirs), withContent(form.yours, merged.yours)]
  if (!merged.hasConflict && !form.hasConflict) return [other]
  const conflict = { base, theirs: one, yours: other }
  if (!isTitle || merging.choice !== 'both') return recordConflict(merging, conflict)
  recordConflict(merging, conflict)
  return [withContent(form.yours, [...merged.theirs, { type: 'text', text: ' / ' }, ...merged.yours])]
}

const isSameLine = (one: Node[], other: Node[]) => JSON.stringify(one) === JSON.stringify(other)
const withContent = (head: Head, content: Node[]): Node => ({ ...head, ...(content.length > 0 && { content }) })

// Merges a block without content, such as a picture. A replaced file, URL or reference is a conflict, because the other
// attributes describe the old one.
function mergeThing(merging: Merging, form: Form, base: Node, theirs: Node, yours: Node): Node[] {
  const isOther = [theirs, yours].some((side) => thingOf(side) !== thingOf(base))
  return form.hasConflict || isOther ? recordConflict(merging, { base, theirs, yours }) : [form.yours]
}

/** Merges the content of a block. Undefined if tables or columns cannot be merged. */
function mergeInner(merging: Merging, base: Node, theirs: Node, yours: Node): Node[] | undefined {
  const [began, first, second] = mapAll([base, theirs, yours], ({ content = [] }) => content)
  switch (base.type) {
    case 'table':
      return mergeTable(merging, began, first, second)
    case 'columns':
      return mergeColumns(merging, began, first, second)
    case 'details':
      return began.map((part, index) => mergePart(merging, part, first[index]!, second[index]!))
    case 'step': {
      const title = mergePart(merging, began[0]!, first[0]!, second[0]!)
      return [title, ...orLine(merging.mergeBlocks(began.slice(1), first.slice(1), second.slice(1)))]
    }
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
    case 'steps':
      return merging.mergeBlocks(began, first, second)
    case 'listItem':
    case 'taskItem': {
      const parts = merging.mergeBlocks(began, first, second)
      return parts[0]?.type === 'paragraph' ? parts : [{ type: 'paragraph' }, ...parts]
    }
    default:
      return orLine(merging.mergeBlocks(began, first, second))
  }
}

const orLine = (blocks: Node[]): Node[] => (blocks.length > 0 ? blocks : [{ type: 'paragraph' }])

/** Returns undefined if the number of columns would be invalid. */
function mergeColumns(merging: Merging, base: Node[], theirs: Node[], yours: Node[]): Node[] | undefined {
  const known = merging.conflicts.length
  const columns = merging.mergeBlocks(base, theirs, yours)
  const [least, most] = documentLimits.columns
  if (columns.length >= least && columns.length <= most) return columns
  merging.conflicts.length = known
  return undefined
}

export function mergePart(merging: Merging, base: Node, theirs: Node, yours: Node): Node {
  const [began, first, second] = [base, theirs, yours].map(keyOf)
  if (first === began || first === second) return yours
  if (second === began) return theirs
  return mergeNode(merging, base, theirs, yours)[0]!
}
