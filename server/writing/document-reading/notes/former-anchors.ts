import type { Document, DocumentNode, FlowNode } from '#contract/writing/document.ts'
import type { HtmlElement } from '#server/writing/document-reading/html-tree.ts'
import { headingsOf } from '#server/writing/documents/render/outline.ts'

/** Maps each id of the source to the anchor of its heading. null: the id is before the first heading. */
export type Anchors = ReadonlyMap<string, string | null>

/**
 * Records to which heading each id of the source belongs. An id in a heading or directly before it belongs to this
 * heading. Any other id belongs to the heading above.
 */
export function newAnchorNotes() {
  const pending = new Set<string>()
  const found = new Map<string, DocumentNode | null>()
  let above: DocumentNode | null = null
  const settle = (node: DocumentNode | null) => {
    for (const id of pending) if (!found.has(id)) found.set(id, node)
    pending.clear()
  }
  return {
    element({ name, attributes }: HtmlElement) {
      for (const id of [attributes.id, name === 'a' ? attributes.name : undefined])
        if (id && id.length <= 200 && found.size < 5_000) pending.add(id)
    },
    text(text: string) {
      if (pending.size > 0 && text.trim() !== '') settle(above)
    },
    heading(read: () => FlowNode[]): FlowNode[] {
      const before = [...pending]
      pending.clear()
      const kept = this.text
      this.text = () => {}
      const nodes = read()
      this.text = kept
      for (const id of before) pending.add(id)
      const node = nodes.find(({ type }) => type === 'heading')
      if (node) above = node
      settle(above)
      return nodes
    },
    end: () => settle(above),
    found,
  }
}

/**
 * Returns the anchor of each recorded id. Anchors depend on the whole document, so they are known only at the end.
 * Returns no anchors if the check changed the number of headings.
 */
export function anchorsOf(
  content: FlowNode[],
  document: Document,
  found: ReadonlyMap<string, DocumentNode | null>,
): Anchors {
  const nodes = headingsIn(content)
  const headings = headingsOf(document)
  if (nodes.length !== headings.length) return new Map()
  const anchors = new Map(nodes.map((node, index) => [node, headings[index]!.anchor]))
  return new Map([...found].map(([id, node]) => [id, (node && anchors.get(node)) ?? null]))
}

const headingsIn = (nodes: readonly DocumentNode[]): DocumentNode[] =>
  nodes.flatMap((node) => {
    if (node.type === 'heading') return [node]
    return 'content' in node && node.content ? headingsIn(node.content) : []
  })

export function leadToAnchors(document: Document, anchors: Anchors): Document {
  const known = new Set(headingsOf(document).map(({ anchor }) => anchor))
  const lead = (href: string): string | null => {
    const id = href.startsWith('#') ? decode(href.slice(1)) : null
    const anchor = id && !known.has(id) ? anchors.get(id) : undefined
    return anchor ? `#${encodeURIComponent(anchor)}` : null
  }
  const settle = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(settle)
    if (typeof node !== 'object' || node === null) return node
    const entries = Object.entries(node).map(([name, value]) => [
      name,
      name === 'href' && typeof value === 'string' ? (lead(value) ?? value) : settle(value),
    ])
    return Object.fromEntries(entries)
  }
  return anchors.size > 0 ? (settle(document) as Document) : document
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
