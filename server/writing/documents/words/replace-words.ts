import type { Document, DocumentNode, LinkTarget, Mark } from '#contract/writing/document.ts'

/** Search for words. Matches are only reported if `with` is absent. `addresses`: also searches the URLs of links. */
export type WordSearch = { pattern: RegExp; with?: string | undefined; addresses: boolean }
export type FoundWords = { isAddress: boolean; before: string; found: string; after: string }

const special = /[\\^$.*+?()[\]{}|/]/g

export function patternOf({ find, matchCase, wholeWords }: { find: string; matchCase: boolean; wholeWords: boolean }) {
  const words = find.replace(special, '\\$&')
  const whole = wholeWords ? `(?<![\\p{L}\\p{N}_])${words}(?![\\p{L}\\p{N}_])` : words
  return new RegExp(whole, matchCase ? 'gu' : 'giu')
}

const shownAround = 40

export function replaceInLine(
  line: string,
  { pattern, with: words }: WordSearch,
  onFound: (found: FoundWords) => void,
) {
  const matches = [...line.matchAll(pattern)]
  for (const match of matches) onFound({ isAddress: false, ...around(line, match) })
  return words === undefined || matches.length === 0 ? line : line.replace(pattern, () => words)
}

/** Replaces words in a document. A new word gets the marks of the first letter that it replaces. */
export function replaceInDocument(
  document: Document,
  sought: WordSearch,
  onFound: (found: FoundWords) => void,
): Document {
  const inLine = (line: string) => replaceInLine(line, sought, onFound)

  function mapNode<Node extends DocumentNode | Document>(node: Node): Node {
    const named = 'attrs' in node && node.attrs ? { ...node, attrs: mapAttributes(node, node.attrs) } : node
    if (!('content' in named) || !named.content) return named
    const content: DocumentNode[] = named.content
    const isLine = content.some(({ type }) => type === 'text')
    return { ...named, content: isLine ? mapLine(content) : content.map(mapNode) } as Node
  }

  function mapAttributes(node: DocumentNode | Document, attrs: object) {
    if (node.type === 'picture') {
      const { alt, caption, link } = node.attrs
      return {
        ...attrs,
        ...(alt && { alt: inLine(alt) }),
        ...(caption && { caption: inLine(caption) }),
        ...(link && { link: mapTarget(link) }),
      }
    }
    if (node.type === 'file') return { ...attrs, name: inLine(node.attrs.name) }
    if (node.type === 'video' && node.attrs.title) return { ...attrs, title: inLine(node.attrs.title) }
    return attrs
  }

  function mapTarget(target: LinkTarget): LinkTarget {
    if (!sought.addresses || !target.href) return target
    const href = replaceInLine(target.href, sought, (found) => onFound({ ...found, isAddress: true }))
    return { ...target, href }
  }

  const mapMark = (mark: Mark): Mark => (mark.type === 'link' ? { ...mark, attrs: mapTarget(mark.attrs) } : mark)

  function mapLine(nodes: DocumentNode[]): DocumentNode[] {
    const line = nodes.map((node) => (node.type === 'text' ? node.text : unlike)).join('')
    const matches = [...line.matchAll(sought.pattern)]
    for (const match of matches) onFound({ isAddress: false, ...around(line, match) })
    let from = 0
    return nodes.flatMap((node): DocumentNode[] => {
      const begin = from
      from += node.type === 'text' ? node.text.length : unlike.length
      if (node.type !== 'text') return [node]
      const { with: words } = sought
      const text = words === undefined ? node.text : partOf(line, matches, { begin, end: from, words })
      const marks = node.marks && { marks: node.marks.map(mapMark) }
      return text === '' ? [] : [{ ...node, text, ...marks }]
    })
  }

  return mapNode(document)
}

/** Placeholder character for a node without text, so that no match spans such a node. */
const unlike = '\ufffc'

type Piece = { begin: number; end: number; words: string }

function partOf(line: string, matches: RegExpMatchArray[], { begin, end, words }: Piece): string {
  let text = ''
  let at = begin
  for (const { 0: found, index = 0 } of matches) {
    const over = index + found.length
    if (over <= begin || index >= end) continue
    text += line.slice(at, Math.max(index, at))
    if (index >= begin) text += words
    at = Math.min(over, end)
  }
  return text + line.slice(at, end)
}

function around(line: string, { 0: found, index = 0 }: RegExpMatchArray) {
  const plain = (part: string) => part.replaceAll(unlike, ' ')
  const over = index + found.length
  const [from, to] = [Math.max(0, index - shownAround), over + shownAround]
  const before = plain(line.slice(from, index))
  const after = plain(line.slice(over, to))
  return {
    before: from > 0 ? `…${before.replace(/^\S*\s(?=.)/, '')}` : before,
    found,
    after: to < line.length ? `${after.replace(/(?<=.)\s\S*$/, '')}…` : after,
  }
}
