import { createChildPool } from '#server/platform/process/children/child-pool.ts'
import type { Crop } from './crop.ts'

const apart = (name: string) => new URL(`./apart/${name}.ts`, import.meta.url)

export const readMeasures = (picture: Buffer): Promise<{ width: number; height: number }> =>
  runApart({ script: apart('open-picture'), name: 'readMeasures', bytes: picture })

export type Colors = { thumbhash: Buffer; palette: string[] }

export async function measureColors(picture: Buffer, crop: Crop | null = null): Promise<Colors> {
  const work = { script: apart('measure-colors'), name: 'measureColors', bytes: picture, input: { crop } }
  const { bytes, palette } = await runApart<{ bytes: Buffer; palette: string[] }>(work)
  return { thumbhash: bytes, palette }
}

export type CleanDrawing = { bytes: Buffer; width: number; height: number }

export const cleanDrawing = (given: Buffer): Promise<CleanDrawing> =>
  runApart({ script: apart('clean-drawing'), name: 'cleanDrawing', bytes: given })

export async function drawPng(svg: string, look: { colours?: number } = {}): Promise<Buffer> {
  const work = { script: apart('open-picture'), name: 'drawPng', bytes: Buffer.from(svg), input: look }
  return (await runApart<{ bytes: Buffer }>(work)).bytes
}

export const pictureSeconds = 10
export const movingSeconds = 30

const pool = createChildPool({ children: 2, timeLimitMs: pictureSeconds * 1000, memoryMb: 512 })

/**
 * Runs a task in another process. If the task fails, crashes or exceeds a limit, throws `TaskFailed`; other errors are
 * faults of the server.
 */
export const runApart = pool.run

export const closePictureProcesses = (): Promise<void> => pool.close()
