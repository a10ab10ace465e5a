import { Parser } from 'htmlparser2'
import { listWords } from '#server/platform/html/list-words.ts'
import { xml } from '#server/platform/html/write-xml.ts'

const elements = new Set(
  listWords(`
  svg g defs symbol use a switch title desc path rect circle ellipse line polyline polygon image text tspan textPath style
  linearGradient radialGradient stop pattern clipPath mask marker view filter feBlend feColorMatrix feComponentTransfer
  feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG
  feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
  feTurbulence`),
)
const written = new Set(listWords('title desc text tspan textPath style'))
const linking = new Set(['href', 'xlink:href'])
const prefixed = new Set(['xlink:href', 'xml:space'])
const plainName = /^(?!on)[a-z][a-z0-9-]*$/i
const ownPlace = /^#[^\s"'()]+$/
const embedded = /^data:image\/(png|jpeg|gif|webp);base64,[a-z0-9+/=\s]*$/i
const outsideUrl = /url\(\s*(?!["']?#)/i
// An escape could spell what is looked for here, and `image()` and `src()` name addresses as `url()` does.
const unreadStyle = /[\\@<]|image(-set)?\(|src\(|expression\(/i
const mostDepth = 200

/**
 * A drawing (SVG) with its shapes, words and styles alone: no script, no animation, no page within it, no declaration, and nothing
 * that leads out of it. What is none is an error.
 */
export async function cleanDrawing(given: Buffer): Promise<{ bytes: Buffer }> {
  const pieces: string[] = []
  const open: { name: string; style: string }[] = []
  let skipped = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (skipped > 0 || !elements.has(name)) {
          skipped += 1
          return
        }
        if (open.length === 0 && (name !== 'svg' || pieces.length > 0)) throw new Error('Not a drawing')
        if (open.length >= mostDepth) throw new Error('Too deep a drawing')
        pieces.push(`<${name}${open.length === 0 ? namespaces : ''}${cleanAttributes(name, attributes)}>`)
        open.push({ name, style: '' })
      },
      ontext(text) {
        const within = open.at(-1)
        if (skipped > 0 || !within || !written.has(within.name)) return
        if (within.name === 'style') within.style += text
        else pieces.push(xml(text))
      },
      onclosetag() {
        if (skipped > 0) {
          skipped -= 1
          return
        }
        const { name, style } = open.pop()!
        pieces.push(`${isOwnStyle(style) ? xml(style) : ''}</${name}>`)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(new TextDecoder('utf-8', { fatal: true }).decode(given))
  if (pieces.length === 0) throw new Error('Not a drawing')
  return { bytes: Buffer.from(pieces.join('')) }
}

const namespaces = ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

const cleanAttributes = (element: string, attributes: Record<string, string>) =>
  Object.entries(attributes)
    .filter(([name, value]) => isOwnAttribute(element, name, value))
    .map(([name, value]) => ` ${name}="${xml(value)}"`)
    .join('')

function isOwnAttribute(element: string, name: string, value: string): boolean {
  if (linking.has(name)) return ownPlace.test(value) || (element === 'image' && embedded.test(value))
  if (name === 'xmlns' || !(prefixed.has(name) || plainName.test(name))) return false
  return isOwnStyle(value)
}

const isOwnStyle = (style: string) => !outsideUrl.test(style) && !unreadStyle.test(style)
