import type { Font } from 'opentype.js'
import { drawPng } from '#server/platform/pictures/picture-work.ts'
import { drawShapes, loadFaces, plainWords, type ShapedText, shapesOf } from './letters.ts'

export type CardWords = { title: string; name: string; accent: string }

export const cardSize = { width: 1200, height: 630 }
/** Version of the card design. Increase it to draw all cards again. */
export const lookOfCards = 1

const margin = 80
const room = { width: cardSize.width - 2 * margin, sizes: [80, 68, 58, 50], most: 4 }
const nameRoom = { width: room.width - 100, sizes: [34], most: 1 }
const leading = 1.2
const ink = { strong: '#101617', soft: '#52605f' }

export async function largeWordsOf({ title, name }: Pick<CardWords, 'title' | 'name'>): Promise<string | null> {
  const faces = await loadFaces()
  return [title, name].map(plainWords).find((words) => words && shapesOf(faces, words)) ?? null
}

export async function drawCard(words: CardWords): Promise<Buffer | null> {
  const faces = await loadFaces()
  const large = await largeWordsOf(words)
  const block = large && breakLines(faces, large, room)
  if (!block) return null
  const name = plainWords(words.name)
  const small = name === large || !name ? null : breakLines(faces, name, nameRoom)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">
    <rect width="100%" height="100%" fill="#ffffff"/>
    <rect width="100%" height="20" fill="${words.accent}"/>
    <rect x="${margin}" y="${margin}" width="72" height="12" rx="6" fill="${words.accent}"/>
    ${drawBlock(block, middleOf(block), ink.strong)}
    ${small ? drawBlock(small, cardSize.height - margin, ink.soft) : ''}
  </svg>`
  return drawPng(svg, { colours: 64 })
}

const middleOf = ({ lines, size }: TextBlock) =>
  Math.round(cardSize.height / 2 - ((lines.length - 1) * size * leading) / 2 + size * 0.3)

const drawBlock = ({ lines, size }: TextBlock, y: number, fill: string) =>
  lines
    .map(
      (line, at) => `<path fill="${fill}" d="${drawShapes(line, { x: margin, y: y + at * size * leading, size })}"/>`,
    )
    .join('')

type TextBlock = { lines: ShapedText[]; size: number }

// Breaks a text into lines in the largest size that fits, and cuts longer texts. Null if the fonts cannot draw the
// text.
function breakLines(faces: Font[], text: string, { width, sizes, most }: typeof room): TextBlock | null {
  if (!shapesOf(faces, text)) return null
  const widthOf = (words: string) => shapesOf(faces, words)!.width
  const fitting = sizes
    .map((size) => ({ size, lines: linesOf(text, (words) => widthOf(words) * size <= width) }))
    .find(({ lines, size }) => lines.length <= most || size === sizes.at(-1))!
  const { size, lines } = fitting
  const shown = lines.length <= most ? lines : [...lines.slice(0, most - 1), `${cutShort(lines[most - 1]!)}…`]
  return { size, lines: shown.map((line) => shapesOf(faces, line)!) }
}

function linesOf(text: string, hasRoom: (words: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((word) => piecesOf(word, hasRoom))) {
    const longer = line ? `${line} ${word}` : word
    if (hasRoom(longer)) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

function piecesOf(word: string, hasRoom: (words: string) => boolean): string[] {
  if (hasRoom(word)) return [word]
  const pieces = ['']
  for (const letter of word) {
    if (hasRoom(pieces.at(-1)! + letter)) pieces[pieces.length - 1] += letter
    else pieces.push(letter)
  }
  return pieces
}

const cutShort = (line: string) => line.slice(0, -2).replace(/[\p{P}\s]+$/u, '')
