import type { InlineNode, LinkTarget, Mark } from '#contract/writing/document.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { isSameMark } from '#server/writing/documents/check/inline.ts'
import type { ReferenceResolver, ShownEntry } from './addresses.ts'

const tags = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  highlight: 'mark',
  key: 'kbd',
  code: 'code',
} as const

/**
 * Renders the content of a line as HTML. Adjacent texts with the same mark share one tag, which also contains the line
 * breaks between these texts.
 */
export function renderInline(nodes: InlineNode[] = [], resolver: ReferenceResolver): string {
  const open: Mark[] = []
  const html: string[] = []
  const close = (most: number) => {
    while (open.length > most) html.push(endOf(open.pop()!, resolver))
  }
  for (const node of nodes) {
    if (node.type === 'hardBreak') {
      html.push('<br>')
      continue
    }
    if (node.type === 'inlineEntry') {
      close(0)
      html.push(renderEntryLink(node.attrs.entry, resolver))
      continue
    }
    const marks = node.marks ?? []
    close(countShared(open, marks))
    for (const mark of marks.slice(open.length)) {
      html.push(startOf(mark, resolver))
      open.push(mark)
    }
    html.push(escapeHtml(node.text))
  }
  close(0)
  return html.join('')
}

/** Renders a link with the title of an entry. Links with other words do not get the class `entry`. */
export function renderEntryLink(id: string, resolver: ReferenceResolver): string {
  const entry = resolver.entry(id)
  return entry ? `<a class="entry" href="${escapeHtml(entry.href)}"${toldOf(entry)}>${escapeHtml(entry.title)}</a>` : ''
}

const toldOf = ({ linkData }: Pick<ShownEntry, 'linkData'>) =>
  linkData ? ` data-type="${escapeHtml(linkData.type)}" data-slug="${escapeHtml(linkData.slug)}"` : ''

function countShared(open: Mark[], marks: Mark[]): number {
  const differing = open.findIndex((mark, index) => !marks[index] || !isSameMark(mark, marks[index]))
  return differing === -1 ? open.length : differing
}

function startOf(mark: Mark, resolver: ReferenceResolver): string {
  return mark.type === 'link' ? (openLink(mark.attrs, resolver) ?? '') : `<${tags[mark.type]}>`
}

function endOf(mark: Mark, resolver: ReferenceResolver): string {
  if (mark.type !== 'link') return `</${tags[mark.type]}>`
  return addressOf(mark.attrs, resolver) === null ? '' : '</a>'
}

export function addressOf(target: LinkTarget, { link, entry }: ReferenceResolver): string | null {
  if (target.entry !== undefined) return entry(target.entry)?.href ?? null
  return target.reference ? link(target.reference) : target.href
}

/** Returns the start tag of a link. Null if the reader may not see the target. */
export function openLink(target: LinkTarget, resolver: ReferenceResolver): string | null {
  const href = addressOf(target, resolver)
  if (href === null) return null
  const isOutside = target.href !== undefined && /^https?:/i.test(href)
  const entry = target.entry === undefined ? null : resolver.entry(target.entry)
  return `<a href="${escapeHtml(href)}"${isOutside ? ' rel="noopener noreferrer"' : ''}${entry ? toldOf(entry) : ''}>`
}
