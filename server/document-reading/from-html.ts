import { type Document, type DocumentNode, documentLimits, type FlowNode } from '#contract/document.ts'
import type { PendingPicture, ReadDocument } from '#contract/read-document.ts'
import { checkDocument } from '#server/documents/check/check-document.ts'
import { type Destinations, plainDestinations } from '#server/documents/render/addresses.ts'
import { blocksToText } from '#server/documents/render/to-text.ts'
import { type Place, readBlocks } from './html-blocks.ts'
import { isKeptBack } from './html-media.ts'
import { type HtmlNode, isElement, parseHtml } from './html-tree.ts'
import { collectLeftOut } from './left-out.ts'

const limits = { pictures: 1_000, src: 15_000_000 }

/** Reads any HTML, of a clipboard or a file, as a document. What has no place in one gives its words or goes. */
export function fromHtml(html: string, destinations: Destinations = plainDestinations): ReadDocument {
  const leftOut = collectLeftOut()
  const { children, isCut } = parseHtml(html, leftOut.leave)
  const pictures = newPictures()
  const hasWrittenBoxes = isOfNotion.test(html)
  const around = { destinations, hasWrittenBoxes, pictureFor: pictures.placeFor, leave: leftOut.leave }
  return { ...finishReading(readTree(children, around), pictures, isCut), leftOut: leftOut.found() }
}

const isOfNotion = /<!--\s*notionvc:/

export type Pictures = ReturnType<typeof newPictures>

/** Holds places for pictures from elsewhere: one for each address. */
export function newPictures() {
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
    /** So many stayed in the program that they were copied from. */
    lost: () => lost.size,
    found: (): PendingPicture[] => [...found].map(([src, file]) => ({ file, src })),
  }
}

type Around = Pick<Place, 'destinations' | 'hasWrittenBoxes' | 'pictureFor' | 'leave'>

function readTree(children: HtmlNode[], around: Around): FlowNode[] {
  const headingShift = hasTitleHeading(children) ? 1 : 0
  const place: Place = { holds: 'flow', depth: 0, isHeading: false, headingShift, ...around }
  return readBlocks(children, place) as FlowNode[]
}

const hasTitleHeading = (nodes: HtmlNode[]): boolean =>
  nodes.some((node) => isElement(node) && (node.name === 'h1' || hasTitleHeading(node.children)))

/** The document of what was read: as much of it as one may hold, in the form that a check keeps. */
function finishReading(content: FlowNode[], pictures: Pictures, isCut: boolean): Omit<ReadDocument, 'leftOut'> {
  const fitting = takeFitting(content)
  const { document } = checkDocument({ type: 'doc', content: fitting })
  const kept = document ?? asParagraphs(blocksToText(fitting))
  const isLess = isCut || !document || fitting.length < content.length
  const used = JSON.stringify(kept)
  const there = pictures.found().filter(({ file }) => used.includes(file))
  return { document: kept, pictures: there, lost: pictures.lost(), isCut: isLess }
}

/** Its first blocks, as long as all of them together are within the limits. */
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

/** Words without their form, for what is too much to keep it. */
function asParagraphs(text: string): Document {
  const lines = text.slice(0, 200_000).split(/\n+/, 5_000)
  const content = lines.map((line): FlowNode => ({ type: 'paragraph', content: [{ type: 'text', text: line }] }))
  return checkDocument({ type: 'doc', content }).document!
}
