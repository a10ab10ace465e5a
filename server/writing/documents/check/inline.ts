import { type InlineNode, type Mark, type MarkName, markOrder, type Text } from '#contract/writing/document.ts'
import { fieldsOf, readLinkTarget } from './attributes.ts'
import { Fault } from './fault.ts'

/** Reads the marks of a text, in `markOrder`. */
export function readMarks(value: unknown, path: string): Mark[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > markOrder.length)
    throw new Fault(path, `This has to be a list of at most ${markOrder.length} marks`)
  const known = new Map<MarkName, Mark>()
  value.forEach((mark, index) => {
    const read = readMark(mark, `${path}[${index}]`)
    if (known.has(read.type)) throw new Fault(`${path}[${index}]`, `This text is marked as ${read.type} twice`)
    known.set(read.type, read)
  })
  return markOrder.flatMap((name) => known.get(name) ?? [])
}

function readMark(value: unknown, path: string): Mark {
  const { type, attrs } = fieldsOf(value, path, ['type', 'attrs'])
  const name = markOrder.find((one) => one === type)
  if (!name) throw new Fault(`${path}.type`, 'There is no mark of this name')
  if (name === 'link') return { type: name, attrs: readLinkTarget(attrs ?? {}, `${path}.attrs`) }
  fieldsOf(attrs ?? {}, `${path}.attrs`, [])
  return { type: name }
}

/** Neighbours with the same marks are one text, and an empty one is none. */
export function joinTexts(nodes: InlineNode[]): InlineNode[] {
  const joined: InlineNode[] = []
  for (const run of runsOf(nodes)) {
    const [first] = run
    if (first?.type !== 'text') joined.push(...run)
    else joined.push({ ...first, text: run.map((node) => (node as Text).text).join('') })
  }
  return joined
}

function runsOf(nodes: InlineNode[]): InlineNode[][] {
  const runs: InlineNode[][] = []
  for (const node of nodes) {
    if (node.type === 'text' && node.text === '') continue
    const before = runs.at(-1)
    const last = before?.[0]
    if (last?.type === 'text' && node.type === 'text' && haveSameMarks(last, node)) before!.push(node)
    else runs.push([node])
  }
  return runs
}

const haveSameMarks = ({ marks: one = [] }: Text, { marks: other = [] }: Text) =>
  one.length === other.length && one.every((mark, index) => isSameMark(mark, other[index]!))

/** For checked marks, whose properties have a fixed order. */
export const isSameMark = (one: Mark, other: Mark) =>
  one.type === other.type && (one.type !== 'link' || JSON.stringify(one) === JSON.stringify(other))
