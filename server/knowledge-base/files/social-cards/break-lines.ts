import type { Font } from 'opentype.js'
import { type ShapedText, shapesOf } from './letters.ts'

type TextBox = { width: number; sizes: readonly number[]; most: number }
export type TextBlock = { lines: ShapedText[]; size: number }

/** The largest size in which the text fits. A text that does not fit is cut. Null if it cannot be drawn. */
export function breakLines(faces: Font[], text: string, { width, sizes, most }: TextBox): TextBlock | null {
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
