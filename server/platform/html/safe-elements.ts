import { listWords } from './list-words.ts'
import { keepSafeStyle } from './safe-style.ts'
import { safeLink } from './safe-url.ts'

const writing = listWords(
  'a b blockquote br code del div em h1 h2 h3 hr i img li mark ol p pre s span strong sub sup u ul',
)
const tables = listWords('table tbody td th thead tr')
const layout = listWords(`
  abbr address article aside bdi bdo big caption center cite col colgroup dd dfn dl dt figcaption
  figure font footer h4 h5 h6 header ins kbd main q rp rt ruby samp section small strike tfoot time tt
  var wbr
`)

export const composedTags = [...writing, ...tables]
export const mailTags = [...writing, ...tables, ...layout]

/** Elements whose content is no text of the mail. Frames and forms contain text that no browser shows. */
export const discardedWhole = listWords(`
  script style template svg math title textarea option select noscript xmp noembed noframes iframe
  frameset object embed applet audio video canvas
`)

const size = /^\d{1,4}(?:\.\d{1,2})?(?:%|px)?$/
const count = /^\d{1,3}$/
const color = /^(?:#[0-9a-f]{3,8}|[a-z]{3,20})$/i
const align = /^(?:left|right|center|justify|top|middle|bottom|baseline)$/i
const anything = /^[\s\S]{0,500}$/

const everywhere: Record<string, RegExp> = { dir: /^(?:ltr|rtl|auto)$/i, lang: /^[\w-]{1,20}$/, title: anything, align }
const cell = {
  width: size,
  height: size,
  colspan: count,
  rowspan: count,
  valign: align,
  bgcolor: color,
  nowrap: /^(?:nowrap)?$/i,
}
const byElement: Record<string, Record<string, RegExp>> = {
  table: { width: size, height: size, border: count, cellpadding: count, cellspacing: count, bgcolor: color },
  tr: { height: size, valign: align, bgcolor: color },
  td: cell,
  th: cell,
  col: { span: count, width: size },
  colgroup: { span: count, width: size },
  img: { alt: anything, width: size, height: size },
  ol: { start: /^-?\d{1,6}$/, type: /^[1aAiI]$/ },
  li: { value: /^-?\d{1,6}$/ },
  font: { color, face: /^[\w\s,'-]{1,200}$/, size: /^[+-]?[1-7]$/ },
}
const composedElements: Record<string, Record<string, RegExp>> = {
  ...byElement,
  span: { 'data-type': /^mention$/, 'data-id': /^[\da-f-]{36}$/i },
}

const linkAttributes = ['href', 'target', 'rel']
export const mailAttributes = listAttributes(byElement)
export const composedAttributes = listAttributes(composedElements)

/** Builds the attributes from the allowed ones. The caller decides about sources of pictures. */
export function keepSafeAttributes(
  tag: string,
  given: Record<string, string>,
  isComposed: boolean,
): Record<string, string> {
  const allowed = { ...everywhere, ...(isComposed ? composedElements : byElement)[tag] }
  const kept: Record<string, string> = {}
  for (const [name, pattern] of Object.entries(allowed)) {
    const value = Object.hasOwn(given, name) ? given[name]!.trim() : undefined
    if (value !== undefined && pattern.test(value)) kept[name] = value
  }
  const style = keepSafeStyle(given.style ?? '', isComposed)
  if (style) kept.style = style
  const href = tag === 'a' && given.href ? safeLink(given.href) : null
  return href ? { ...kept, href, target: '_blank', rel: 'noopener noreferrer nofollow' } : kept
}

function listAttributes(elements: Record<string, Record<string, RegExp>>): Record<string, string[]> {
  const lists = Object.entries(elements).map(([tag, attributes]) => [tag, Object.keys(attributes)])
  const own = Object.fromEntries(lists) as Record<string, string[]>
  return { ...own, a: linkAttributes, img: [...own.img!, 'src'], '*': [...Object.keys(everywhere), 'style'] }
}
