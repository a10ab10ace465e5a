import type { InlineNode, Mark, Text } from '#contract/document.ts'

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

/** Both as a check left them: in order, and so with their fields. */
export const isSameMark = (one: Mark, other: Mark) =>
  one.type === other.type && (one.type !== 'link' || JSON.stringify(one) === JSON.stringify(other))
