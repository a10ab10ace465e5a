import type { DocumentNode } from '#contract/writing/document.ts'
import { readHref } from '#server/writing/documents/check/address.ts'
import type { ReadPosition } from './html-blocks.ts'
import { playedAt, readVideo } from './html-media.ts'
import { findElement, type HtmlElement } from './html-tree.ts'

/** Pages that are shown within a page. A known player is a video; any other becomes a link to what it shows. */
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

/** A recording is a file that is offered, where it came along, else a link to where it is. */
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

/** Its own, or that of the first source in it. */
function addressOf(element: HtmlElement): string | null {
  const own = ({ attributes: { src, data, 'data-src': later } }: HtmlElement) => src || data || later
  const source = own(element) ? element : findElement(element, (one) => Boolean(own(one)))
  return source ? readHref(playedAt(own(source)!)) : null
}

/** Wistia's players that a script fills have no frame: `wistia_embed wistia_async_ID`. */
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
