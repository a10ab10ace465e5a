import { type Document, type DocumentNode, documentLimits, type FlowNode } from '#contract/writing/document.ts'
import type { PendingPicture, ReadDocument } from '#contract/writing/read-document.ts'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import { plainUrlResolver, type UrlResolver } from '#server/writing/documents/render/addresses.ts'
import { blocksToText } from '#server/writing/documents/render/to-text.ts'
import { readBlocks } from './html-blocks.ts'
import { isKeptBack } from './html-media.ts'
import { type HtmlNode, isElement, newLeftOuts, parseHtml } from './html-tree.ts'
import { type Anchors, anchorsOf, leadToAnchors, newAnchorNotes } from './notes/former-anchors.ts'

const limits = { pictures: 1_000, src: 15_000_000 }

/** `anchors` maps the ids of the HTML or Markdown source to headings of the document. */
export type ReadSource = ReadDocument & { anchors: Anchors }

/** Converts HTML to a document. Parts that a document cannot contain become text or a link, or are dropped. */
export const fromHtml = (html: string, urlResolver: UrlResolver = plainUrlResolver): ReadSource =>
  readTree(html, urlResolver, newPictures())

const isOfNotion = /<!--\s*notionvc:/

type Pictures = ReturnType<typeof newPictures>

function newPictures() {
  const found = new Map<string, string>()
  const lost = new Set<string>()
  return {
    placeFor(src: string): string | null {
      if (isKeptBack(src)) lost.add(src)
      const isReachable =
        /^(?:https?:\/\/|data:image\/(?:png|jpe?g|gif|webp|avif);base64,|(?![a-z][a-z\d+.-]*:|\/\/)[^\s])/i.test(src)
      if (!isReachable || src.length > limits.src) return null
      const known = found.get(src)
      if (known || found.size >= limits.pictures) return known ?? null
      const file = `00000000-0000-8000-8000-${(found.size + 1).toString(16).padStart(12, '0')}`
      found.set(src, file)
      return file
    },
    lost: () => lost.size,
    found: (): PendingPicture[] => [...found].map(([src, file]) => ({ file, src })),
  }
}

function readTree(html: string, urlResolver: UrlResolver, pictures: Pictures): ReadSource {
  const { children, isCut, leftOut } = parseHtml(html)
  const changed = newLeftOuts()
  const anchors = newAnchorNotes()
  const place = {
    holds: 'flow' as const,
    depth: 0,
    isHeading: false,
    headingShift: hasTitleHeading(children) ? 1 : 0,
    hasWrittenBoxes: isOfNotion.test(html),
    urlResolver,
    pictureFor: pictures.placeFor,
    note: changed.note,
    anchors,
  }
  const content = readBlocks(children, place)
  anchors.end()
  const { fitting, ...read } = finishReading(content, pictures, isCut)
  const places = anchorsOf(fitting, read.document, anchors.found)
  return {
    ...read,
    document: leadToAnchors(read.document, places),
    leftOut: [...leftOut, ...changed.found()],
    anchors: places,
  }
}

const hasTitleHeading = (nodes: HtmlNode[]): boolean =>
  nodes.some((node) => isElement(node) && (node.name === 'h1' || hasTitleHeading(node.children)))

function finishReading(content: FlowNode[], pictures: Pictures, isCut: boolean) {
  const fitting = takeFitting(content)
  const { document } = checkDocument({ type: 'doc', content: fitting })
  const kept = document ?? asParagraphs(blocksToText(fitting))
  const isLess = isCut || !document || fitting.length < content.length
  const used = JSON.stringify(kept)
  const shown = pictures.found().filter(({ file }) => used.includes(file))
  return { document: kept, pictures: shown, lost: pictures.lost(), isCut: isLess, fitting }
}

function takeFitting(content: FlowNode[]): FlowNode[] {
  let nodes = 1
  let bytes = 0
  const end = content.findIndex((block) => {
    nodes += countNodes(block)
    bytes += Buffer.byteLength(JSON.stringify(block))
    return nodes > documentLimits.nodes || bytes > documentLimits.bytes
  })
  if (end === 0) return asParagraphs(blocksToText(content.slice(0, 1))).content
  return end === -1 ? content : content.slice(0, end)
}

const countNodes = (node: DocumentNode): number =>
  'content' in node && node.content ? node.content.reduce((sum: number, child) => sum + countNodes(child), 1) : 1

function asParagraphs(text: string): Document {
  const lines = text.slice(0, 200_000).split(/\n+/, 5_000)
  const content = lines.map((line): FlowNode => ({ type: 'paragraph', content: [{ type: 'text', text: line }] }))
  return checkDocument({ type: 'doc', content }).document!
}
