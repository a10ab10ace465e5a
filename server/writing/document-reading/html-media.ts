import { documentLimits, type FlowNode, type Mark, type PictureAttributes } from '#contract/writing/document.ts'
import { readHref, readVideoUrl } from '#server/writing/documents/check/address.ts'
import { cleanWords } from '#server/writing/documents/check/clean-text.ts'
import type { ReadPosition } from './html-blocks.ts'
import { findElement, type HtmlElement, hasClass, styleOf, textIn } from './html-tree.ts'

const cut = (text: string, most: number) => cleanWords(cleanWords(text).slice(0, most))

/** Reads a picture as our file or as a placeholder to fetch. Drops tracking pixels and unfetchable pictures. */
export function readPicture(
  image: HtmlElement,
  caption: string | null,
  link: Mark | undefined,
  place: ReadPosition,
): FlowNode[] {
  if (isDrawnBox(image)) return []
  const { alt = '' } = image.attributes
  const src = sourceOf(image)
  if (isBeacon(image)) return []
  const file = place.urlResolver.fileOf(src) ?? place.pictureFor(playedAt(src))
  const words = cut(alt, documentLimits.alt)
  if (!file) {
    const hasWords = words !== '' && isKeptBack(src)
    place.note('picture-dropped', src.slice(0, 100) || alt)
    return hasWords ? [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] : []
  }
  const under = cut(caption ?? '', documentLimits.caption)
  const width = readWidth(image)
  const attrs: PictureAttributes = {
    file,
    ...(words && { alt: words }),
    ...(under && { caption: under }),
    ...(width && { width }),
    ...(link?.type === 'link' && { link: link.attrs }),
  }
  return [{ type: 'picture', attrs }]
}

/** Returns whether a picture is the box of a task, which Google Docs writes as a picture. */
export const isDrawnBox = ({ attributes }: HtmlElement) => attributes['aria-roledescription'] === 'checkbox'

/**
 * Returns whether only the program that wrote the HTML can read this URL, such as the URL of an attachment in Notion.
 */
export const isKeptBack = (src: string) => /^(?:attachment|blob|cid):/i.test(src)

/** Returns the URL of a picture. On pages that load pictures by script, the URL is in another attribute than `src`. */
function sourceOf({ attributes }: HtmlElement): string {
  const { src = '', srcset = '', 'data-src': later = '', 'data-original': original = '' } = attributes
  const isBlank = src === '' || (/^data:/i.test(src) && (later || original) !== '')
  const given = isBlank ? later || original || srcset.trim().split(/[\s,]/, 1)[0]! || src : src
  return given.trim()
}

const playedAt = (address: string) => address.trim().replace(/^\/\/(?=[^/])/, 'https://')

function readWidth(image: HtmlElement): number | null {
  const given = image.attributes.width ?? /^([\d.]+)px$/.exec(styleOf(image).width ?? '')?.[1] ?? ''
  const width = /^[\d.]+(?:px)?$/.test(given) ? Math.round(Number.parseFloat(given)) : 0
  const [least, most] = documentLimits.pictureWidth
  return width >= least && width <= most ? width : null
}

const isBeacon = ({ attributes: { width, height } }: HtmlElement) =>
  [width, height].every((side) => side !== undefined && /^\s*[012](?:px)?\s*$/.test(side))

export function readVideo(element: HtmlElement, place: ReadPosition | null): FlowNode[] | null {
  const { href, src, data } = element.attributes
  const url = readVideoUrl(playedAt(href ?? src ?? data ?? ''))
  if (!url) return null
  const words = place ? textOfTitle(element) : cut(element.attributes.title ?? '', documentLimits.caption)
  const image = findElement(element, ({ name }) => name === 'img')
  const poster = image && place ? place.urlResolver.fileOf(image.attributes.src ?? '') : null
  return [{ type: 'video', attrs: { url, ...(words && { title: words }), ...(poster && { poster }) } }]
}

/** Returns the title of a video, but not the placeholder for a missing title. */
function textOfTitle(link: HtmlElement): string {
  const isUntitled = findElement(link, (element) => hasClass(element, 'untitled')) !== null
  return isUntitled ? '' : cut(textIn(link), documentLimits.caption)
}

export function readFile(link: HtmlElement, { urlResolver }: ReadPosition): FlowNode[] | null {
  const file = urlResolver.fileOf(link.attributes.href ?? '')
  const name = cut(textIn(link), documentLimits.fileName)
  return file && name ? [{ type: 'file', attrs: { file, name } }] : null
}

export function readEmbed(element: HtmlElement, place: ReadPosition): FlowNode[] {
  const video = readVideo(element, null)
  if (video) return video
  const address = addressOf(element)
  if (address === null) {
    place.note('embed-dropped', element.attributes.title ?? element.attributes.srcdoc ?? element.name)
    return []
  }
  place.note('embed-linked', address)
  return [linkTo(address, element.attributes.title)]
}

export function readRecording(element: HtmlElement, place: ReadPosition): FlowNode[] {
  const address = addressOf(element)
  if (address === null) {
    place.note('embed-dropped', element.attributes.title ?? element.name)
    return []
  }
  const file = place.urlResolver.fileOf(address)
  const name =
    element.attributes.title ??
    decodeURIComponent(/[^/]*$/.exec(address.split(/[?#]/)[0]!)![0].replace(/%(?![\da-f]{2})/gi, ''))
  if (file) return [{ type: 'file', attrs: { file, name: name.slice(0, 255) || element.name } }]
  place.note('media-linked', address)
  return [linkTo(address, element.attributes.title)]
}

function addressOf(element: HtmlElement): string | null {
  const own = ({ attributes: { src, data, 'data-src': later } }: HtmlElement) => src || data || later
  const source = own(element) ? element : findElement(element, (one) => Boolean(own(one)))
  return source ? readHref(playedAt(own(source)!)) : null
}

export function readScriptedVideo({ attributes: { class: named = '' } }: HtmlElement): FlowNode[] | null {
  const id = /(?:^|\s)wistia_async_([a-z\d]{4,30})(?:\s|$)/i.exec(named)?.[1]
  return id ? [{ type: 'video', attrs: { url: `https://fast.wistia.net/embed/iframe/${id}` } }] : null
}

const linkTo = (href: string, title?: string): FlowNode => ({
  type: 'paragraph',
  content: [
    {
      type: 'text',
      text: title?.replace(/\s+/g, ' ').trim().slice(0, 300) || href,
      marks: [{ type: 'link', attrs: { href } }],
    },
  ],
})
