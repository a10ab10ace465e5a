const color = '(?:#[0-9a-f]{3,8}|rgba?\\([\\d\\s.,%/]{1,40}\\)|hsla?\\([\\d\\s.,%/a-z]{1,40}\\)|[a-z]{3,20})'
// Never negative, because content must not move out of the mail's frame.
const length = '(?:0|\\d{0,4}(?:\\.\\d{1,4})?(?:px|pt|pc|em|rem|ex|ch|in|cm|mm|%)|\\d{1,4}|auto|thin|medium|thick)'
const border = `(?:${length}|${color}|none|hidden|dotted|dashed|solid|double|groove|ridge|inset|outset)`

const words = (...allowed: string[]) => whole(`(?:${allowed.join('|')})`)
const list = (value: string, most: number) => whole(`${value}(?:\\s+${value}){0,${most - 1}}`)

const safeStyles: Record<string, RegExp> = {
  color: whole(color),
  'background-color': whole(color),
  background: whole(color),
  'font-weight': words('normal', 'bold', 'bolder', 'lighter', '[1-9]00'),
  'font-style': words('normal', 'italic', 'oblique'),
  'font-size': whole(
    '(?:\\d{1,2}(?:\\.\\d{1,3})?(?:px|pt)|[0-4](?:\\.\\d{1,3})?r?em|\\d{1,3}%|xx-small|x-small|small|medium|large|x-large|xx-large|smaller|larger)',
  ),
  'font-family': /^[\w\s,'"-]{1,200}$/,
  'line-height': whole('(?:normal|\\d{1,3}(?:\\.\\d{1,3})?(?:px|pt|em|%)?)'),
  'text-align': words('left', 'right', 'center', 'justify', 'start', 'end'),
  'text-decoration': list('(?:none|underline|line-through|overline|solid)', 2),
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
  'border-spacing': list(length, 2),
  'border-radius': list(length, 4),
  'border-color': list(color, 4),
  'border-style': list(border, 4),
  'border-width': list(length, 4),
}

for (const property of ['width', 'max-width', 'min-width', 'height', 'max-height', 'min-height'])
  safeStyles[property] = whole(`(?:${length}|none)`)
for (const side of ['', '-top', '-right', '-bottom', '-left']) {
  safeStyles[`padding${side}`] = list(length, side ? 1 : 4)
  safeStyles[`margin${side}`] = list(length, side ? 1 : 4)
  safeStyles[`border${side}`] = list(border, 3)
  if (side) safeStyles[`border${side}-color`] = whole(color)
  if (side) safeStyles[`border${side}-style`] = whole(border)
  if (side) safeStyles[`border${side}-width`] = whole(length)
}

/** Text formatting only; no property that changes the layout. */
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

/** Keeps the declarations whose property and whole value are allowed. */
export function keepSafeStyle(style: string, isComposed = false): string {
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
