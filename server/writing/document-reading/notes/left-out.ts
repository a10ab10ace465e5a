import type { LeftKind, LeftOut } from '#contract/writing/read-document.ts'
import { type HtmlElement, styleOf, textIn } from '#server/writing/document-reading/html-tree.ts'

const mostLeft = 200
const mostAbout = 120

export type NoteLeft = (kind: LeftKind, about: string) => void

/** Collects dropped parts without duplicates. */
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

/** Elements that are dropped with their content. */
const lost: Record<string, LeftKind> = {
  ...{ script: 'script-dropped', applet: 'script-dropped', noscript: 'hidden-dropped', template: 'hidden-dropped' },
  ...{ svg: 'drawing-dropped', math: 'drawing-dropped', canvas: 'drawing-dropped' },
  ...{ textarea: 'form-dropped', select: 'form-dropped', frameset: 'embed-dropped' },
}

export function noteLost(element: HtmlElement, isHidden: boolean, note: NoteLeft) {
  const kind = Object.hasOwn(lost, element.name) ? lost[element.name]! : isHidden ? 'hidden-dropped' : null
  const { src, name, id, class: named } = element.attributes
  const about = src ?? (textIn(element).trim() || name || id || named || element.name)
  if (kind && (src || element.name !== 'script' || textIn(element).trim() !== '')) note(kind, about)
}

const controls = new Set(['input', 'button'])
const lookNames = new Set(['sub', 'sup', 'u', 'ins', 'font', 'center', 'marquee'])
const lookStyles = ['color', 'background-color', 'background', 'text-align', 'font-size', 'font-family', 'float']

/** Notes elements that lose their format. */
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
