import type { Document, DocumentNode, LinkTarget } from '#contract/writing/document.ts'
import type { PastedDocument } from '#contract/writing/read-document.ts'

/** Replaces URLs of articles by references, which stay valid when a URL changes. */
export function leadToArticles(document: Document, articles: PastedDocument['articles']): Document {
  const references = new Map(articles.map(({ href, reference }) => [href, reference]))
  const lead = (target: LinkTarget): LinkTarget => {
    const reference = target.href ? references.get(target.href) : undefined
    return reference ? { reference } : target
  }
  const leadFrom = <Node extends DocumentNode>(node: Node): Node => {
    if (node.type === 'text' && node.marks)
      return {
        ...node,
        marks: node.marks.map((mark) => (mark.type === 'link' ? { ...mark, attrs: lead(mark.attrs) } : mark)),
      }
    if (node.type === 'picture' && node.attrs.link)
      return { ...node, attrs: { ...node.attrs, link: lead(node.attrs.link) } }
    return 'content' in node && node.content ? { ...node, content: node.content.map(leadFrom) } : node
  }
  return references.size > 0 ? leadFrom(document) : document
}
