import type { Crop } from './crop.ts'
import { runApart } from './picture-processes.ts'

// What is done with the pixels of pictures, each time in a process of its own.

const apart = (name: string) => new URL(`./apart/${name}.ts`, import.meta.url)

/** How large a picture is as it is seen, one frame of what moves. */
export const readMeasures = (picture: Buffer): Promise<{ width: number; height: number }> =>
  runApart({ script: apart('open-picture'), name: 'readMeasures', bytes: picture })

export type Colors = { thumbhash: Buffer; palette: string[] }

/** What stands for a picture, or the part of it that is shown, until it is there, and its colours, the most frequent one first. */
export async function measureColors(picture: Buffer, crop: Crop | null = null): Promise<Colors> {
  const work = { script: apart('measure-colors'), name: 'measureColors', bytes: picture, input: { crop } }
  const { bytes, palette } = await runApart<{ bytes: Buffer; palette: string[] }>(work)
  return { thumbhash: bytes, palette }
}

export type CleanDrawing = { bytes: Buffer; width: number; height: number }

/** A drawing (SVG) without what runs, moves, or leads out of it, and how large it says it is. */
export const cleanDrawing = (given: Buffer): Promise<CleanDrawing> =>
  runApart({ script: apart('clean-drawing'), name: 'cleanDrawing', bytes: given })

/** A drawing that we wrote ourselves as a picture, of few colours where that is enough. */
export async function drawPng(svg: string, look: { colours?: number } = {}): Promise<Buffer> {
  const work = { script: apart('draw-png'), name: 'drawPng', bytes: Buffer.from(svg), input: look }
  return (await runApart<{ bytes: Buffer }>(work)).bytes
}
