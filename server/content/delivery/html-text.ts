import type { Document } from '#contract/writing/document.ts'
import type { ValueReference } from '#server/fields/kinds/field-kind.ts'
import { usesIn } from '#server/fields/kinds/rich-text.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import type { DocumentWords, ReferenceResolver, ShownPicture } from '#server/writing/documents/render/addresses.ts'
import { toHtml } from '#server/writing/documents/render/to-html.ts'

type JsonObject = Record<string, unknown>

/** Rich text that is rendered to HTML after its references are loaded. */
export class HtmlText<Reference> {
  readonly document: Document
  readonly references: Reference[]
  readonly #byName: ReadonlyMap<string, Reference>

  constructor(document: Document, referenceTo: (kind: ValueReference['kind'], id: string) => Reference) {
    this.document = document
    this.#byName = new Map(usesIn(document).map(({ kind, id }) => [`${kind} ${id}`, referenceTo(kind, id)]))
    this.references = [...this.#byName.values()]
  }

  /** Renders without syntax highlighting, because the site has its own colours. */
  render(find: (reference: Reference, id: string) => JsonObject | undefined, words: DocumentWords): string {
    const thing: FindThing = (kind, id) => {
      const reference = this.#byName.get(`${kind} ${id}`)
      return reference && (find(reference, id) as Things[typeof kind] | undefined)
    }
    return toHtml(this.document, addressesOf(thing, words), escapeHtml)
  }
}

type FindThing = <K extends keyof Things>(kind: K, id: string) => Things[K] | undefined

const addressesOf = (thing: FindThing, words: DocumentWords): ReferenceResolver => ({
  entry(id) {
    const entry = thing('entry', id)
    if (!entry) return null
    const { type, slug, title } = entry
    return { href: `entry:${id}`, title: title || slug || type, linkData: { type, slug: slug ?? '' } }
  },
  picture: (file) => pictureOf(thing('media', file)),
  file: (file) => thing('media', file)?.url ?? null,
  // Content does not link to knowledge base articles.
  link: () => null,
  include: () => null,
  list: () => null,
  words,
})

type Asset = { url: string; width: number | null; height: number | null; alt: string }
type Things = { entry: { type: string; slug: string | null; title: string }; media: Asset }

function pictureOf(thing: Asset | undefined): ShownPicture | null {
  if (!thing) return null
  const { url, width, height, alt } = thing
  const sizes = width && !url.includes('?') ? srcsetOf(url, width) : ''
  return { src: url, alt, ...(sizes && { srcset: sizes }), ...(width && height && { width, height }) }
}

const widths = [320, 640, 1280, 1920]

/** Returns URLs of smaller sizes. The caller must not pass a signed URL, which already has a query. */
const srcsetOf = (url: string, width: number) =>
  widths
    .filter((one) => one < width)
    .map((one) => `${url}?w=${one} ${one}w`)
    .join(', ')
