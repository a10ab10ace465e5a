import { listWords } from '#server/platform/list-words.ts'

const styleColor = '(?:#[0-9a-f]{3,8}|rgba?\\([\\d\\s.,%/]{1,40}\\)|hsla?\\([\\d\\s.,%/a-z]{1,40}\\)|[a-z]{3,20})'
// A CSS length. Negative lengths are not allowed, because content must not leave the frame of the mail.
const length = '(?:0|\\d{0,4}(?:\\.\\d{1,4})?(?:px|pt|pc|em|rem|ex|ch|in|cm|mm|%)|\\d{1,4}|auto|thin|medium|thick)'
const border = `(?:${length}|${styleColor}|none|hidden|dotted|dashed|solid|double|groove|ridge|inset|outset)`

const words = (...allowed: string[]) => whole(`(?:${allowed.join('|')})`)
const listOf = (value: string, most: number) => whole(`${value}(?:\\s+${value}){0,${most - 1}}`)

const safeStyles: Record<string, RegExp> = {
  color: whole(styleColor),
  'background-color': whole(styleColor),
  background: whole(styleColor),
  'font-weight': words('normal', 'bold', 'bolder', 'lighter', '[1-9]00'),
  'font-style': words('normal', 'italic', 'oblique'),
  'font-size': whole(
    '(?:\\d{1,2}(?:\\.\\d{1,3})?(?:px|pt)|[0-4](?:\\.\\d{1,3})?r?em|\\d{1,3}%|xx-small|x-small|small|medium|large|x-large|xx-large|smaller|larger)',
  ),
  'font-family': /^[\w\s,'"-]{1,200}$/,
  'line-height': whole('(?:normal|\\d{1,3}(?:\\.\\d{1,3})?(?:px|pt|em|%)?)'),
  'text-align': words('left', 'right', 'center', 'justify', 'start', 'end'),
  'text-decoration': listOf('(?:none|underline|line-through|overline|solid)', 2),
  'text-transform': words('none', 'uppercase', 'lowercase', 'capitalize'),
  'text-indent': whole('\\d{1,3}(?:px|pt|em)?'),
  'letter-spacing': words('normal', '\\d?(?:\\.\\d{1,3})?(?:px|pt|em)'),
  'vertical-align': words('baseline', 'top', 'middle', 'bottom', 'sub', 'super', 'text-top', 'text-bottom'),
  'white-space': words('normal', 'nowrap', 'pre', 'pre-wrap', 'pre-line'),
  'word-break': words('normal', 'break-all', 'break-word', 'keep-all'),
  'overflow-wrap': words('normal', 'break-word', 'anywhere'),
  direction: words('ltr', 'rtl'),
  display: words('none', 'inline', 'block', 'inline-block', 'table', 'table-row', 'table-cell'),
  'list-style-type': words(
    'disc',
    'circle',
    'square',
    'decimal',
    'lower-alpha',
    'upper-alpha',
    'lower-roman',
    'upper-roman',
    'none',
  ),
  'border-collapse': words('collapse', 'separate'),
  'border-spacing': listOf(length, 2),
  'border-radius': listOf(length, 4),
  'border-color': listOf(styleColor, 4),
  'border-style': listOf(border, 4),
  'border-width': listOf(length, 4),
}

for (const property of ['width', 'max-width', 'min-width', 'height', 'max-height', 'min-height'])
  safeStyles[property] = whole(`(?:${length}|none)`)
for (const side of ['', '-top', '-right', '-bottom', '-left']) {
  safeStyles[`padding${side}`] = listOf(length, side ? 1 : 4)
  safeStyles[`margin${side}`] = listOf(length, side ? 1 : 4)
  safeStyles[`border${side}`] = listOf(border, 3)
  if (side) safeStyles[`border${side}-color`] = whole(styleColor)
  if (side) safeStyles[`border${side}-style`] = whole(border)
  if (side) safeStyles[`border${side}-width`] = whole(length)
}

const composedStyles = new Set([
  'color',
  'background-color',
  'font-weight',
  'font-style',
  'text-align',
  'text-decoration',
  'width',
  'list-style-type',
])

function keepSafeStyle(style: string, isComposed = false): string {
  if (style.length > 4_000) return ''
  const declarations = new Map<string, string>()
  for (const declaration of style.replace(/\s+/g, ' ').split(';')) {
    const colon = declaration.indexOf(':')
    const property = declaration.slice(0, colon).trim().toLowerCase()
    const value = declaration
      .slice(colon + 1)
      .replace(/ ?! ?important ?$/i, '')
      .trim()
      .toLowerCase()
    const isAllowed = Object.hasOwn(safeStyles, property) && (!isComposed || composedStyles.has(property))
    if (isAllowed && safeStyles[property]!.test(value)) declarations.set(property, value)
  }
  return [...declarations].map(([property, value]) => `${property}:${value}`).join(';')
}

function whole(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`, 'i')
}

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

/** Elements that are removed with their content, because their content is not text of the mail. */
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

/** Returns the allowed attributes of an element. They never include `src`: the caller must check it and add it. */
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
  const lists = Object.entries(elements).map(([tag, attributes]) => [tag, Object.keys(attributes)] as const)
  const own = Object.fromEntries(lists)
  return { ...own, a: linkAttributes, img: [...own.img!, 'src'], '*': [...Object.keys(everywhere), 'style'] }
}

const MAX_URL = 2_048
const MAX_PICTURE = 1024 * 1024

const linkSchemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

// Returns the absolute URL, or null if its scheme is not allowed or it contains a user name or password. White space
// and invisible characters are removed first, because they could hide the scheme.
function safeLink(href: string): string | null {
  const clean = href.slice(0, MAX_URL * 2).replace(/[\p{Cc}\p{Cf}\s]+/gu, '')
  const absolute = clean.startsWith('//') ? `https:${clean}` : clean.replace(/^www\./i, 'https://www.')
  if (absolute.length > MAX_URL) return null
  try {
    const url = new URL(absolute)
    return linkSchemes.has(url.protocol) && !url.username && !url.password ? url.href : null
  } catch {
    return null
  }
}

export function safeDataPicture(source: string): string | null {
  if (source.length > (MAX_PICTURE * 4) / 3 + 100) return null
  const clean = source.replace(/\s+/g, '')
  return /^data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/i.test(clean) ? clean : null
}
