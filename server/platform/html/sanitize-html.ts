import sanitize from 'sanitize-html'
import { directHtml } from './direct-html.ts'
import { escapeHtml } from './escape-html.ts'
import { htmlToText } from './html-to-text.ts'
import {
  composedAttributes,
  composedTags,
  discardedWhole,
  keepSafeAttributes,
  mailAttributes,
  mailTags,
  safeDataPicture,
} from './safe-elements.ts'
import { MAX_HTML_DEPTH } from './walk-html.ts'

const MAX_LENGTH = 5 * 1024 * 1024
const MAX_OUTPUT = 10 * 1024 * 1024
const MAX_ELEMENTS = 50_000
const MAX_OUTPUT_DEPTH = 100
const MAX_FALLBACK_TEXT = 1024 * 1024

export type SafeHtml = {
  html: string
  /**
   * Number of pictures on other servers, without tracking pixels. All are removed, because loading one tells the sender
   * that the mail was opened.
   */
  remoteImages: number
}

type FindPicture = (source: string, attributes: Record<string, string>) => string | null

class TooMuchHtml extends Error {}

/**
 * Sanitises the HTML of a mail. HTML that is too long, too deep or has too many elements becomes plain text. `cidUrl`
 * returns the URL of an embedded picture, or null.
 */
export function sanitizeMailHtml(html: string, { cidUrl }: { cidUrl(contentId: string): string | null }): SafeHtml {
  let remoteImages = 0
  const findPicture: FindPicture = (source, attributes) => {
    if (/^cid:/i.test(source)) return cidUrl(decodeContentId(source.slice(4)))
    if (/^data:/i.test(source)) return safeDataPicture(source)
    if (/^(?:https?:)?\/\//i.test(source) && !isTrackingPixel(attributes)) remoteImages++
    return null
  }
  const clean = sanitizeWithLimits(html, { tags: mailTags, attributes: mailAttributes, isComposed: false, findPicture })
  return clean === null ? { html: showAsText(html), remoteImages: 0 } : { html: clean, remoteImages }
}

/** Sanitises HTML of our own editor. A picture becomes its alternative text if `pictureUrl` returns null. */
export function sanitizeComposedHtml(html: string, pictureUrl: FindPicture = () => null): string {
  const list = { tags: composedTags, attributes: composedAttributes, isComposed: true, findPicture: pictureUrl }
  return sanitizeWithLimits(html, list) ?? showAsText(html)
}

type List = { tags: string[]; attributes: Record<string, string[]>; isComposed: boolean; findPicture: FindPicture }

function sanitizeWithLimits(html: string, list: List): string | null {
  if (html.length > MAX_LENGTH) return null
  let elements = 0
  let depth = 0
  try {
    const clean = sanitize(html, {
      allowedTags: list.tags,
      allowedAttributes: list.attributes,
      allowedSchemes: ['http', 'https', 'mailto', 'tel'],
      allowedSchemesByTag: { img: ['http', 'https', 'data'] },
      allowProtocolRelative: false,
      nonTextTags: discardedWhole,
      nestingLimit: MAX_OUTPUT_DEPTH,
      // `keepSafeAttributes` filters styles. The library would run a CSS parser for each style.
      parseStyleAttributes: false,
      transformTags: {
        img: (tagName, attributes) => rewritePicture(tagName, attributes, list),
        '*': (tagName, attributes) => rewriteElement(tagName, attributes, list),
      },
      onOpenTag() {
        if (++elements > MAX_ELEMENTS || ++depth > MAX_HTML_DEPTH) throw new TooMuchHtml()
      },
      onCloseTag: () => depth--,
    })
    return clean.length > MAX_OUTPUT ? null : directHtml(clean)
  } catch (error) {
    if (error instanceof TooMuchHtml) return null
    throw error
  }
}

function rewritePicture(tagName: string, attributes: Record<string, string>, list: List): sanitize.Tag {
  const attribs = keepSafeAttributes(tagName, attributes, list.isComposed)
  const src = list.findPicture((attributes.src ?? '').trim(), attributes)
  if (src) return { tagName, attribs: { ...attribs, src } }
  return { tagName: 'span', attribs: {}, text: attribs.alt ? `[${attribs.alt}]` : '' }
}

function rewriteElement(tagName: string, attributes: Record<string, string>, list: List): sanitize.Tag {
  const isDone = tagName === 'img'
  return { tagName, attribs: isDone ? attributes : keepSafeAttributes(tagName, attributes, list.isComposed) }
}

function isTrackingPixel({ width, height }: Record<string, string>): boolean {
  return [width, height].every((side) => side !== undefined && /^\s*[012](?:px)?\s*$/.test(side))
}

function decodeContentId(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function showAsText(html: string): string {
  const text = htmlToText(html.slice(0, MAX_LENGTH))
  const shown = text.length > MAX_FALLBACK_TEXT ? `${text.slice(0, MAX_FALLBACK_TEXT)}…` : text
  return `<div style="white-space:pre-wrap">${escapeHtml(shown)}</div>`
}
