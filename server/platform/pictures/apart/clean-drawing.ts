import { Parser } from 'htmlparser2'
import { xml } from '#server/platform/html/escape-html.ts'
import { listWords } from '#server/platform/list-words.ts'

const elements = new Set(
  listWords(`
  svg g defs symbol use a switch title desc path rect circle ellipse line polyline polygon image text tspan textPath style
  linearGradient radialGradient stop pattern clipPath mask marker view filter feBlend feColorMatrix feComponentTransfer
  feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG
  feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
  feTurbulence`),
)
const worded = new Set(listWords('title desc text tspan textPath style'))
const linking = new Set(['href', 'xlink:href'])
const prefixed = new Set(['xlink:href', 'xml:space'])
const plainName = /^(?!on)[a-z][a-z0-9-]*$/i
const ownPlace = /^#[^\s"'()]+$/
const embedded = /^data:image\/(png|jpeg|gif|webp);base64,[a-z0-9+/=\s]*$/i
const outsideUrl = /url\(\s*(?!["']?#)/i
// A style with one of these parts is removed. A backslash could hide a forbidden word, and `image()` and `src()` accept
// URLs like `url()`.
const unreadStyle = /[\\@<]|image(-set)?\(|src\(|expression\(/i
const mostDepth = 200

export type Drawing = { root: Record<string, string>; inside: string }

export async function cleanDrawing(given: Buffer): Promise<{ bytes: Buffer; width: number; height: number }> {
  const drawing = readDrawing(given)
  return { bytes: writeDrawing(drawing), ...measureDrawing(drawing.root) }
}

/**
 * Keeps only shapes, text and styles of an SVG: no script, animation, embedded page or external reference. Throws if
 * the file is no SVG in UTF-8, or too deep.
 */
export function readDrawing(given: Buffer): Drawing {
  const pieces: string[] = []
  let root: Record<string, string> | null = null
  const open: { name: string; style: string }[] = []
  let skipped = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (skipped > 0 || !elements.has(name)) {
          skipped += 1
          return
        }
        if (open.length === 0 && (name !== 'svg' || root)) throw new Error('Not a drawing')
        if (open.length >= mostDepth) throw new Error('Too deep a drawing')
        const own = cleanAttributes(name, attributes)
        if (open.length === 0) root = own
        else pieces.push(`<${name}${written(own)}>`)
        open.push({ name, style: '' })
      },
      ontext(text) {
        const within = open.at(-1)
        if (skipped > 0 || !within || !worded.has(within.name)) return
        if (within.name === 'style') within.style += text
        else pieces.push(xml(text))
      },
      onclosetag() {
        if (skipped > 0) {
          skipped -= 1
          return
        }
        const { name, style } = open.pop()!
        pieces.push(`${isOwnStyle(style) ? xml(style) : ''}${open.length === 0 ? '' : `</${name}>`}`)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(new TextDecoder('utf-8', { fatal: true }).decode(given))
  if (!root) throw new Error('Not a drawing')
  return { root, inside: pieces.join('') }
}

type Size = { edge: number; written: number }

export function writeDrawing({ root, inside }: Drawing, size?: Size): Buffer {
  const attributes = size ? { ...root, ...sizedTo(root, size) } : root
  return Buffer.from(`<svg${namespaces}${written(attributes)}>${inside}</svg>`)
}

function sizedTo(root: Record<string, string>, { edge, written: each }: Size): Record<string, string> {
  const own = measureDrawing(root)
  const times = edge / Math.max(own.width, own.height)
  const [width, height] = [own.width, own.height].map((side) => each * Math.max(1, Math.round(side * times)))
  // Also appends the size to the style, because a style overrides attributes and the last size in a style wins.
  const style = `${root.style ? `${root.style};` : ''}width:${width}px;height:${height}px`
  return { viewBox: `0 0 ${own.width} ${own.height}`, ...root, width: `${width}`, height: `${height}`, style }
}

const namespaces = ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

const cleanAttributes = (element: string, attributes: Record<string, string>) =>
  Object.fromEntries(Object.entries(attributes).filter(([name, value]) => isOwnAttribute(element, name, value)))

const written = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${xml(value)}"`)
    .join('')

function isOwnAttribute(element: string, name: string, value: string): boolean {
  if (linking.has(name)) return ownPlace.test(value) || (element === 'image' && embedded.test(value))
  if (name === 'xmlns' || !(prefixed.has(name) || plainName.test(name))) return false
  return isOwnStyle(value)
}

const isOwnStyle = (style: string) => !outsideUrl.test(style) && !unreadStyle.test(style)

type Measures = { width: number; height: number }

/** Pixels per unit (CSS Values 4, section 6). Font units use the default font size of browsers. */
const pixelsOf: Record<string, number> = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
}
/** The default size of a picture (CSS Images 3, section 5.3). */
const usual: Measures = { width: 300, height: 150 }
const mostPixels = 100_000
const length = /^\s*\+?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,2})?\s*([a-z]*)\s*$/i

export function measureDrawing(root: Record<string, string>): Measures {
  const box = readBox(root.viewBox)
  const ratio = box ? box.width / box.height : null
  const [width, height] = [lengthOf(root, 'width'), lengthOf(root, 'height')]
  if (width && height) return bounded({ width, height })
  if (width) return bounded({ width, height: ratio ? width / ratio : usual.height })
  if (height) return bounded({ width: ratio ? height * ratio : usual.width, height })
  return bounded(box ?? usual)
}

/** Returns a length in pixels. Returns null if it is missing, invalid or a percentage, which depends on the page. */
function lengthOf(root: Record<string, string>, side: 'width' | 'height'): number | null {
  const styled = new RegExp(`(?:^|;)\\s*${side}\\s*:([^;!]+)`, 'i').exec(root.style ?? '')?.[1]
  const [, digits, exponent = '', unit = ''] = length.exec(styled ?? root[side] ?? '') ?? []
  const pixels = Number(digits + exponent) * (pixelsOf[unit.toLowerCase()] ?? Number.NaN)
  return pixels > 0 && Number.isFinite(pixels) ? pixels : null
}

function readBox(viewBox = ''): Measures | null {
  const [, , width = 0, height = 0] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return width > 0 && height > 0 && Number.isFinite(width * height) ? { width, height } : null
}

function bounded({ width, height }: Measures): Measures {
  const times = Math.min(1, mostPixels / Math.max(width, height))
  const within = (side: number) => Math.max(1, Math.round(side * times))
  return { width: within(width), height: within(height) }
}
