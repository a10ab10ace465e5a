import { asLine } from '#contract/letters/as-line.ts'
import type { LeftOut } from '#contract/writing/read-document.ts'
import { fromHtml, type ReadSource } from '#server/writing/document-reading/from-html.ts'
import { fromMarkdown, splitFrontMatter } from '#server/writing/document-reading/from-markdown.ts'
import type { Anchors } from '#server/writing/document-reading/notes/former-anchors.ts'
import type { UrlResolver } from '#server/writing/documents/render/addresses.ts'
import { headingsOf } from '#server/writing/documents/render/outline.ts'
import { blocksToText } from '#server/writing/documents/render/to-text.ts'
import { isMarkdown } from './article-paths.ts'

export const mostOfText = 1024 * 1024

export type TextFile = { frontMatter: string | null; title: string | null; body: string; isMarkdown: boolean }

/** Splits a file into front matter, title and text. A heading at the start of a Markdown file becomes the title. */
export function splitFile(path: string, text: string): TextFile {
  const { frontMatter, markdown } = splitFrontMatter(text)
  return { frontMatter, ...(isMarkdown(path) ? splitMarkdown(markdown) : splitHtml(markdown)) }
}

function splitMarkdown(text: string) {
  const [heading, title = null] = /^\s*#[ \t]+([^\r\n]{1,1000})(?:\r?\n|$)/.exec(text) ?? []
  const plain = title?.replace(/[ \t]+#*[ \t]*$/, '').replace(/[*_`]/g, '') ?? null
  return { title: plain, body: heading ? text.slice(heading.length) : text, isMarkdown: true }
}

function splitHtml(html: string) {
  const head = between(html, '<head', '</head>')
  const body = head ? html.slice(0, head.start) + html.slice(head.end) : html
  const heading = between(body, '<h1', '</h1>')
  const named = head && between(head.text, '<title', '</title>')
  const title = heading ?? named
  return {
    title: title ? wordsOf(title.text) : null,
    body: heading ? body.slice(0, heading.start) + body.slice(heading.end) : body,
    isMarkdown: false,
  }
}

// Finds the first part of the HTML from `opening` to `closing`. Uses `indexOf`, because a regular expression can take
// quadratic time on a long text.
function between(html: string, opening: string, closing: string) {
  const lower = html.toLowerCase()
  const start = lower.indexOf(opening)
  const end = start === -1 ? -1 : lower.indexOf(closing, start)
  if (end === -1 || !/[\s>]/.test(html[start + opening.length] ?? '')) return null
  return { start, end: end + closing.length, text: html.slice(start, end + closing.length) }
}

function wordsOf(html: string): string | null {
  const { document } = fromHtml(`<p>${html.slice(0, 2000).replace(/<\/?(?:h1|title)[^>]{0,500}>/gi, '')}</p>`)
  const [first] = document.content
  const inline = first && 'content' in first ? (first.content ?? []) : []
  return inline.map((node) => ('text' in node ? node.text : '')).join('') || null
}

export const readBodyOf = ({ body, isMarkdown: isMd }: TextFile, urlResolver: UrlResolver): ReadSource =>
  isMd ? fromMarkdown(body, urlResolver) : fromHtml(body, urlResolver)

export type InText = {
  links: string[]
  pictures: string[]
  isCut: boolean
  leftOut: LeftOut[]
  anchors: Anchors
  headings: Set<string>
}

export function addressesIn(file: TextFile): InText {
  const links = new Set<string>()
  const shown = new Set<string>()
  const { document, pictures, isCut, leftOut, anchors } = readBodyOf(file, {
    referenceOf: (href) => noted(links, href),
    fileOf: (href) => noted(shown, href),
    entryOf: () => null,
  })
  for (const { src } of pictures) shown.add(src)
  const headings = new Set(headingsOf(document).map(({ anchor }) => anchor))
  return {
    links: [...links],
    pictures: [...shown].filter((address) => !links.has(address)),
    isCut,
    leftOut,
    anchors,
    headings,
  }
}

function noted(addresses: Set<string>, address: string): null {
  addresses.add(address)
  return null
}

export const readTextOf = (html: string): string => asLine(blocksToText(fromHtml(html).document.content)).trim()

/**
 * Returns a function that finds the line number of given words in the text. Each call searches the whole text, so only
 * the first `most` calls search.
 */
export function lineSeeker(text: string, most: number) {
  let left = most
  return (words: string): number | null => {
    if (left <= 0) return null
    left -= 1
    const at = text.indexOf(words)
    return at === -1 ? null : lineAt(text, at)
  }
}

function lineAt(text: string, at: number): number {
  let line = 1
  for (let feed = text.indexOf('\n'); feed !== -1 && feed < at; feed = text.indexOf('\n', feed + 1)) line += 1
  return line
}
