import { type FlowNode, type InlineNode, markOrder } from '#contract/writing/document.ts'
import { joinTexts } from '#contract/writing/merging/tidy.ts'
import { cleanText } from '#server/writing/documents/check/clean-text.ts'
import type { Marks } from './html-marks.ts'

/** Collects text and blocks. Text between two blocks becomes a paragraph, and white space is joined as in a browser. */
export function newWriter() {
  const nodes: FlowNode[] = []
  let line: InlineNode[] = []

  function flush() {
    const content = trimLine(line)
    line = []
    if (content.length > 0) nodes.push({ type: 'paragraph', content })
  }

  return {
    text(text: string, marks: Marks) {
      const last = line.at(-1)
      const isAfterSpace = !last || last.type === 'hardBreak' || (last.type === 'text' && last.text.endsWith(' '))
      const words = cleanText(text.replace(/[ \t\n\r\f]+/g, ' '))
      const shown = isAfterSpace ? words.replace(/^ /, '') : words
      if (shown === '') return
      const ordered = markOrder.flatMap((name) => marks.get(name) ?? [])
      line.push({ type: 'text', text: shown, ...(ordered.length > 0 && { marks: ordered }) })
    },
    lineBreak() {
      dropEndSpace(line)
      line.push({ type: 'hardBreak' })
    },
    entry(id: string) {
      line.push({ type: 'inlineEntry', attrs: { entry: id } })
    },
    block(...blocks: FlowNode[]) {
      flush()
      nodes.push(...blocks)
    },
    flush,
    finish(): FlowNode[] {
      flush()
      return nodes
    },
  }
}

export type Writer = ReturnType<typeof newWriter>

function trimLine(line: InlineNode[]): InlineNode[] {
  const shows = (node: InlineNode) =>
    node.type === 'inlineEntry' || (node.type === 'text' && /[^\s\u200b]/.test(node.text))
  const first = line.findIndex(shows)
  if (first === -1) return []
  const shown = line.slice(first, line.findLastIndex(shows) + 1)
  dropEndSpace(shown)
  return joinTexts(shown.map(withoutFirstSpace))
}

const withoutFirstSpace = (node: InlineNode, index: number): InlineNode =>
  index === 0 && node.type === 'text' ? { ...node, text: node.text.replace(/^[ \u00a0\u200b]+/, '') } : node

/** Removes the spaces at the end of a line. Changes the array itself, because a line can be long. */
function dropEndSpace(line: InlineNode[]): void {
  for (let last = line.pop(); last; last = line.pop()) {
    const kept = last.type === 'text' ? { ...last, text: last.text.trimEnd() } : last
    if (kept.type === 'text' && kept.text === '') continue
    line.push(kept)
    return
  }
}
