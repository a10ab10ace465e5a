import type { Crop } from './crop.ts'
import { runApart } from './picture-processes.ts'

// The work on pixels of pictures, each in another process.

const apart = (name: string) => new URL(`./apart/${name}.ts`, import.meta.url)

/** The size of a picture as seen, for one frame of a moving one. */
export const readMeasures = (picture: Buffer): Promise<{ width: number; height: number }> =>
  runApart({ script: apart('open-picture'), name: 'readMeasures', bytes: picture })

export type Colors = { thumbhash: Buffer; palette: string[] }

/** The placeholder of a picture or of its shown part, and its colours, the most frequent first. */
export async function measureColors(picture: Buffer, crop: Crop | null = null): Promise<Colors> {
  const work = { script: apart('measure-colors'), name: 'measureColors', bytes: picture, input: { crop } }
  const { bytes, palette } = await runApart<{ bytes: Buffer; palette: string[] }>(work)
  return { thumbhash: bytes, palette }
}

export type CleanDrawing = { bytes: Buffer; width: number; height: number }

/** A drawing (SVG) without scripts, animation and external references, and its size. */
export const cleanDrawing = (given: Buffer): Promise<CleanDrawing> =>
  runApart({ script: apart('clean-drawing'), name: 'cleanDrawing', bytes: given })

/** Renders a drawing of our own, with few colours if they suffice. */
export async function drawPng(svg: string, look: { colours?: number } = {}): Promise<Buffer> {
  const work = { script: apart('draw-png'), name: 'drawPng', bytes: Buffer.from(svg), input: look }
  return (await runApart<{ bytes: Buffer }>(work)).bytes
}
