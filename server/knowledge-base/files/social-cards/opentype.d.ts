/** Types for the parts of `opentype.js` that are used here. The package contains no types. */
declare module 'opentype.js' {
  export type PathStep = { type: 'M' | 'L' | 'Q' | 'C' | 'Z' } & Partial<
    Record<'x1' | 'y1' | 'x2' | 'y2' | 'x' | 'y', number>
  >
  export type Glyph = {
    advanceWidth: number
    getPath(x: number, y: number, size: number): { commands: PathStep[] }
  }
  export type Font = {
    unitsPerEm: number
    charToGlyphIndex(letter: string): number
    charToGlyph(letter: string): Glyph
    getKerningValue(left: Glyph, right: Glyph): number
  }
  const opentype: { parse(bytes: ArrayBuffer): Font }
  export default opentype
}
