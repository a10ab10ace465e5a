import type { LinkTarget, Mark, MarkName } from '#contract/writing/document.ts'
import { Fault, readLinkTarget } from '#server/writing/documents/check/attributes.ts'
import type { UrlResolver } from '#server/writing/documents/render/addresses.ts'
import { type HtmlElement, type NoteLeft, styleOf } from './html-tree.ts'

export type Marks = ReadonlyMap<MarkName, Mark>

const byName: Record<string, Exclude<MarkName, 'link'>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  code: 'code',
  tt: 'code',
  samp: 'code',
  kbd: 'key',
  mark: 'highlight',
}

/** `isHeading`: the element is in a heading, where bold by style adds no bold mark. */
type MarksPlace = { urlResolver: UrlResolver; isHeading: boolean; note: NoteLeft }

export function marksIn(element: HtmlElement, around: Marks, { urlResolver, isHeading, note }: MarksPlace): Marks {
  const marks = new Map(around)
  const own = byName[element.name]
  if (own) marks.set(own, { type: own })
  if (element.name === 'a') {
    const attrs = linkTargetOf(element.attributes.href ?? '', urlResolver)
    if (attrs) marks.set('link', { type: 'link', attrs })
    else if (element.attributes.href) note('link-dropped', element.attributes.href)
  }
  if (!element.attributes.style) return marks
  const { 'font-weight': weight, ...style } = styleOf(element)
  applyStyle(isHeading || !weight ? style : { ...style, 'font-weight': weight }, element.name, marks)
  return marks
}

function applyStyle(style: Record<string, string>, name: string, marks: Map<MarkName, Mark>) {
  const set = (type: Exclude<MarkName, 'link'>, isOn: boolean, isOff: boolean) => {
    if (isOn) marks.set(type, { type })
    else if (isOff) marks.delete(type)
  }
  const weight = style['font-weight'] ?? ''
  set('bold', /^(?:bold|bolder|[6-9]00)$/.test(weight), /^(?:normal|lighter|[1-4]00)$/.test(weight))
  set('italic', /^(?:italic|oblique)/.test(style['font-style'] ?? ''), style['font-style'] === 'normal')
  set('strike', /line-through/.test(style['text-decoration-line'] ?? style['text-decoration'] ?? ''), false)
  if (name !== 'span' && name !== 'font') return
  set('code', /\b(?:mono|monospace|courier|consolas|menlo)\b/.test(style['font-family'] ?? ''), false)
  set('highlight', isStriking(style['background-color'] ?? style['mso-highlight'] ?? ''), false)
}

const isStriking = (color: string) =>
  /^(?:#[\da-f]{6}|yellow|lime|aqua|fuchsia|rgb\([\d, ]+\))$/.test(color) &&
  !/^(?:#(?:ffffff|000000)|rgb\(255, ?255, ?255\))$/.test(color)

function linkTargetOf(href: string, urlResolver: UrlResolver): LinkTarget | null {
  const address = unwrap(href.trim())
  // Drops anchors of Word, such as `#_Toc123`.
  if (address.startsWith('#_')) return null
  const reference = urlResolver.referenceOf(address)
  const entry = urlResolver.entryOf(address)
  try {
    return readLinkTarget(reference ? { reference } : entry ? { entry } : { href: address }, 'link')
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

// Returns the target of a link that Google Docs redirects through its own site. Adds `https:` to a URL that begins with
// `//`.
function unwrap(href: string): string {
  if (!/^https:\/\/www\.google\.com\/url\?/.test(href)) return href.replace(/^\/\/(?=[^/])/, 'https://')
  return URL.parse(href)?.searchParams.get('q') ?? href
}
