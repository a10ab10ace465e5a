import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Font, Glyph, PathStep } from 'opentype.js'

/** A text as glyph outlines, so that no installed font is needed. `at` is in units of the font size. */
export type ShapedText = { glyphs: { glyph: Glyph; at: number }[]; width: number }

const subsets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese']
let faces: Promise<Font[]> | undefined

export const loadFaces = (): Promise<Font[]> => {
  faces ??= Promise.all(subsets.map(loadFace))
  return faces
}

async function loadFace(subset: string): Promise<Font> {
  const { default: opentype } = await import('opentype.js')
  const file = import.meta.resolve(`@fontsource/geist/files/geist-${subset}-600-normal.woff`)
  return opentype.parse(Uint8Array.from(await readFile(fileURLToPath(file))).buffer)
}

/** Removes characters without a glyph: control characters, direction marks, emoji. */
export const plainWords = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Cc}|\p{Cf}|\u{fe0f}|\u{20e3}/gu, '')
    .replace(/ +/g, ' ')
    .trim()

export function shapesOf(faces: Font[], text: string): ShapedText | null {
  const glyphs: ShapedText['glyphs'] = []
  let width = 0
  let before: { face: Font; glyph: Glyph } | undefined
  for (const letter of text) {
    const face = faces.find((one) => one.charToGlyphIndex(letter) > 0)
    if (!face) return null
    const glyph = face.charToGlyph(letter)
    if (before?.face === face) width += face.getKerningValue(before.glyph, glyph) / face.unitsPerEm
    glyphs.push({ glyph, at: width })
    width += glyph.advanceWidth / face.unitsPerEm
    before = { face, glyph }
  }
  return { glyphs, width }
}

export const drawShapes = ({ glyphs }: ShapedText, { x, y, size }: { x: number; y: number; size: number }) =>
  glyphs.flatMap(({ glyph, at }) => glyph.getPath(x + at * size, y, size).commands.map(writeStep)).join('')

/** Rounds coordinates, because the library writes some nearly integer numbers in an invalid form. */
const writeStep = ({ type, ...step }: PathStep) =>
  type + (['x1', 'y1', 'x2', 'y2', 'x', 'y'] as const).flatMap((name) => step[name]?.toFixed(1) ?? []).join(' ')
