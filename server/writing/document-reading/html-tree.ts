import type { LeftKind, LeftOut } from '#contract/writing/read-document.ts'
import { htmlToText } from '#server/platform/html/html-to-text.ts'
import { discardedWhole } from '#server/platform/html/safe-elements.ts'
import { HtmlTooDeep, walkHtml } from '#server/platform/html/walk-html.ts'

export type HtmlElement = { name: string; attributes: Record<string, string>; children: HtmlNode[] }
export type HtmlNode = HtmlElement | string

const limits = { characters: 5 * 1024 * 1024, elements: 50_000, depth: 100 }

// Elements that the sanitizer discards. Here they are kept, because they become a video or a link.
const looked = new Set(['iframe', 'object', 'embed', 'audio', 'video'])
const discarded = new Set(['head', ...discardedWhole.filter((name) => !looked.has(name))])

export type HtmlTree = { children: HtmlNode[]; isCut: boolean; leftOut: LeftOut[] }

/**
 * Parses HTML without hidden and scripted parts. Elements that are too deep or too many are left out, but their content
 * is kept. Extremely deep HTML becomes plain paragraphs.
 */
export function parseHtml(html: string): HtmlTree {
  const taken = html.slice(0, limits.characters)
  try {
    const { children, isFull, leftOut } = buildTree(taken)
    return { children, isCut: isFull || taken.length < html.length, leftOut }
  } catch (error) {
    if (!(error instanceof HtmlTooDeep)) throw error
    const lines = htmlToText(taken).split(/\n+/)
    return {
      children: lines.map((line) => ({ name: 'p', attributes: {}, children: [line] })),
      isCut: true,
      leftOut: [],
    }
  }
}

function buildTree(html: string) {
  const root: HtmlElement = { name: 'body', attributes: {}, children: [] }
  const open: Open[] = [{ element: root, isSkipped: false }]
  const { note, found } = newLeftOuts()
  let elements = 0
  walkHtml(html, {
    open({ name, attributes }) {
      const { element: parent, isSkipped } = open.at(-1)!
      const element: HtmlElement = { name, attributes, children: [] }
      const isUnseen = isHidden(attributes)
      const isLost = isSkipped || discarded.has(name) || isUnseen
      const isFlat = open.length > limits.depth || ++elements > limits.elements
      if (!isLost && !isFlat) parent.children.push(element)
      open.push({
        element: isFlat ? parent : element,
        isSkipped: isLost,
        ...(isLost && !isSkipped && { lost: { element, isUnseen } }),
      })
    },
    text(text) {
      const { element, isSkipped } = open.at(-1)!
      if (!isSkipped) element.children.push(text)
      else open.findLast(({ lost }) => lost)?.lost?.element.children.push(text)
    },
    close() {
      const { lost } = open.pop()!
      if (lost) noteLost(lost.element, lost.isUnseen, note)
    },
  })
  return { children: root.children, isFull: elements > limits.elements, leftOut: found() }
}

/** An open element. `lost` is set on the outermost element of a dropped part and collects the text of this part. */
type Open = { element: HtmlElement; isSkipped: boolean; lost?: { element: HtmlElement; isUnseen: boolean } }

const isHidden = ({ style = '' }: Record<string, string>) =>
  /(?:^|;)\s*(?:display\s*:\s*none|mso-hide\s*:\s*all)/i.test(style.slice(0, 4_000))

export function styleOf({ attributes: { style = '' } }: HtmlElement): Record<string, string> {
  const declarations = style.slice(0, 4_000).toLowerCase().split(';')
  return Object.fromEntries(
    declarations.map((declaration) => {
      const colon = declaration.indexOf(':')
      return [declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()]
    }),
  )
}

export const isElement = (node: HtmlNode): node is HtmlElement => typeof node !== 'string'

export const hasClass = ({ attributes }: HtmlElement, name: string) =>
  (attributes.class ?? '').split(/\s+/, 50).includes(name)

export const elementsIn = ({ children }: HtmlElement): HtmlElement[] => children.filter(isElement)

export function findElement(element: HtmlElement, isWanted: (one: HtmlElement) => boolean): HtmlElement | null {
  for (const child of elementsIn(element)) {
    const found = isWanted(child) ? child : findElement(child, isWanted)
    if (found) return found
  }
  return null
}

export const textIn = (node: HtmlNode): string =>
  isElement(node) ? (node.name === 'br' ? '\n' : node.children.map(textIn).join('')) : node

const mostLeft = 200
const mostAbout = 120

export type NoteLeft = (kind: LeftKind, about: string) => void

export function newLeftOuts(): { note: NoteLeft; found(): LeftOut[] } {
  const found = new Map<string, LeftOut>()
  return {
    note(kind, given) {
      const about = given.replace(/\s+/g, ' ').trim().slice(0, mostAbout)
      if (found.size < mostLeft) found.set(`${kind} ${about}`, { kind, about })
    },
    found: () => [...found.values()],
  }
}

const lost: Record<string, LeftKind> = {
  ...{ script: 'script-dropped', applet: 'script-dropped', noscript: 'hidden-dropped', template: 'hidden-dropped' },
  ...{ svg: 'drawing-dropped', math: 'drawing-dropped', canvas: 'drawing-dropped' },
  ...{ textarea: 'form-dropped', select: 'form-dropped', frameset: 'embed-dropped' },
}

function noteLost(element: HtmlElement, isHidden: boolean, note: NoteLeft) {
  const kind = Object.hasOwn(lost, element.name) ? lost[element.name]! : isHidden ? 'hidden-dropped' : null
  const { src, name, id, class: named } = element.attributes
  const about = src ?? (textIn(element).trim() || name || id || named || element.name)
  if (kind && (src || element.name !== 'script' || textIn(element).trim() !== '')) note(kind, about)
}

const controls = new Set(['input', 'button'])
const lookNames = new Set(['sub', 'sup', 'u', 'ins', 'font', 'center', 'marquee'])
const lookStyles = ['color', 'background-color', 'background', 'text-align', 'font-size', 'font-family', 'float']

export function noteChanged(element: HtmlElement, note: NoteLeft) {
  const { name, attributes } = element
  if (controls.has(name) && attributes.type !== 'hidden' && attributes.type !== 'checkbox')
    note('form-dropped', attributes.name ?? attributes.value ?? (textIn(element) || name))
  if (lookNames.has(name)) note('look-dropped', name)
  const style = attributes.style && name !== 'td' && name !== 'th' ? styleOf(element) : {}
  for (const one of lookStyles) if (style[one]) note('look-dropped', one)
  const named = /(?:^|\s)wysiwyg-([a-z]+(?:-[a-z]+)?)/.exec(attributes.class ?? '')?.[1]
  if (named) note('look-dropped', named)
}
