import { type Document, type Mark, markOrder } from '#contract/writing/document.ts'

export type Node = {
  type: string
  attrs?: Record<string, unknown>
  content?: Node[]
  text?: string
  marks?: Mark[]
}

/** `map` that keeps the length of a tuple. */
export const mapAll = <const T extends readonly unknown[], U>(all: T, change: (one: T[number], index: number) => U) =>
  all.map(change) as { -readonly [K in keyof T]: U }

const defaults: Record<string, unknown> = { start: 1, checked: false, colspan: 1, rowspan: 1 }

/**
 * Normalizes a document so that equal parts have equal JSON: the database does not keep the order of properties, and editors
 * write attributes with default values.
 */
export const tidyDocument = (document: Document): Node => tidyNode(document)

function tidyNode({ type, attrs, content, text, marks }: Node): Node {
  if (type === 'text') return { type, text: text ?? '', ...(marks?.length && { marks: tidyMarks(marks) }) }
  const said = tidyFields(attrs ?? {}, true)
  const parts = joinTexts((content ?? []).map(tidyNode))
  return { type, ...(said && { attrs: said }), ...(parts.length > 0 && { content: parts }) }
}

function tidyFields(fields: Record<string, unknown>, isOuter = false): Record<string, unknown> | undefined {
  const said = Object.entries(fields)
    .filter(([name, value]) => value !== null && value !== undefined && !(isOuter && defaults[name] === value))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => [name, isFields(value) ? (tidyFields(value) ?? {}) : value])
  return said.length > 0 ? Object.fromEntries(said) : undefined
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const tidyMarks = (marks: Mark[]): Mark[] =>
  markOrder.flatMap((name) => {
    const mark = marks.find(({ type }) => type === name)
    if (!mark) return []
    const attrs = tidyFields(('attrs' in mark && mark.attrs) || {})
    return [(attrs ? { type: name, attrs } : { type: name }) as Mark]
  })

/** Joins adjacent texts with the same marks, and removes empty texts. */
export function joinTexts<N extends Pick<Node, 'type' | 'text' | 'marks'>>(nodes: N[]): N[] {
  const joined: N[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (node.type !== 'text') joined.push(node)
    else if (node.text === '') continue
    else if (last?.type === 'text' && marksKey(last.marks) === marksKey(node.marks))
      joined[joined.length - 1] = { ...last, text: last.text! + node.text }
    else joined.push(node)
  }
  return joined
}

export const marksKey = (marks: Mark[] = []): string => (marks.length === 0 ? '' : JSON.stringify(marks))

const keys = new WeakMap<object, string>()

export function keyOf(node: object): string {
  let key = keys.get(node)
  if (key === undefined) {
    key = JSON.stringify(node)
    keys.set(node, key)
  }
  return key
}

export const lineTypes: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'codeBlock',
  'stepTitle',
  'detailsSummary',
])

export function textOf(node: Node): string {
  if (node.type === 'text') return node.text ?? ''
  if (!node.content) return node.type === 'hardBreak' ? '\n' : ''
  return node.content.map(textOf).join(lineTypes.has(node.type) ? '' : '\n')
}
