import type { DocumentNode } from '#contract/writing/document.ts'
import { readHref } from '#server/writing/documents/check/address.ts'
import type { ReadPosition } from './html-blocks.ts'
import { playedAt, readVideo } from './html-media.ts'
import { findElement, type HtmlElement } from './html-tree.ts'

/** Reads an embedded page. A known player becomes a video, others become a link. */
export function readEmbed(element: HtmlElement, place: ReadPosition): DocumentNode[] {
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

/** Reads audio or video: a file if we have it, otherwise a link. */
export function readRecording(element: HtmlElement, place: ReadPosition): DocumentNode[] {
  const address = addressOf(element)
  if (address === null) {
    place.note('embed-dropped', element.attributes.title ?? element.name)
    return []
  }
  const file = place.destinations.fileOf(address)
  const name =
    element.attributes.title ??
    decodeURIComponent(/[^/]*$/.exec(address.split(/[?#]/)[0]!)![0].replace(/%(?![\da-f]{2})/gi, ''))
  if (file) return [{ type: 'file', attrs: { file, name: name.slice(0, 255) || element.name } }]
  place.note('media-linked', address)
  return [linkTo(address, element.attributes.title)]
}

/** The URL of the element or of its first source. */
function addressOf(element: HtmlElement): string | null {
  const own = ({ attributes: { src, data, 'data-src': later } }: HtmlElement) => src || data || later
  const source = own(element) ? element : findElement(element, (one) => Boolean(own(one)))
  return source ? readHref(playedAt(own(source)!)) : null
}

/** Wistia's players are filled by a script: `wistia_embed wistia_async_ID`. */
export function readScriptedVideo({ attributes: { class: named = '' } }: HtmlElement): DocumentNode[] | null {
  const id = /(?:^|\s)wistia_async_([a-z\d]{4,30})(?:\s|$)/i.exec(named)?.[1]
  return id ? [{ type: 'video', attrs: { url: `https://fast.wistia.net/embed/iframe/${id}` } }] : null
}

const linkTo = (href: string, title?: string): DocumentNode => ({
  type: 'paragraph',
  content: [
    {
      type: 'text',
      text: title?.replace(/\s+/g, ' ').trim().slice(0, 300) || href,
      marks: [{ type: 'link', attrs: { href } }],
    },
  ],
})
