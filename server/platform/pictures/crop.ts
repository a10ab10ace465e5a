/** The visible part of a picture, as shares of its width and height, from the left and the top. */
export type Crop = { x: number; y: number; width: number; height: number }
export type Point = { x: number; y: number }
type Measures = { width: number; height: number }

export function partOf(own: Measures, { x, y, width, height }: Crop) {
  const left = Math.min(own.width - 1, Math.round(own.width * x))
  const top = Math.min(own.height - 1, Math.round(own.height * y))
  const least = (part: number, most: number) => Math.max(1, Math.min(most, Math.round(part)))
  return {
    left,
    top,
    width: least(own.width * width, own.width - left),
    height: least(own.height * height, own.height - top),
  }
}

export function deliveredMeasures({
  width,
  height,
  crop,
}: {
  width: number | null
  height: number | null
  crop: Crop | null
}) {
  if (width === null || height === null || crop === null) return { width, height }
  const { width: across, height: down } = partOf({ width, height }, crop)
  return { width: across, height: down }
}

export const pointIn = (crop: Crop | null, { x, y }: Point): Point =>
  crop ? { x: inShares((x - crop.x) / crop.width), y: inShares((y - crop.y) / crop.height) } : { x, y }

export const nearestIn = ({ x, y, width, height }: Crop, point: Point): Point => ({
  x: Math.min(x + width, 1, Math.max(x, point.x)),
  y: Math.min(y + height, 1, Math.max(y, point.y)),
})

const digits = 10_000
/** Rounds to four decimals, to limit the number of different picture URLs. */
export function rounded(crop: Crop): Crop {
  const [x, y] = [inDigits(crop.x), inDigits(crop.y)]
  const width = inDigits(Math.min(crop.width, 1 - x))
  const height = inDigits(Math.min(crop.height, 1 - y))
  return { x, y, width, height }
}
const inDigits = (share: number) => Math.round(share * digits) / digits
const inShares = (share: number) => Math.min(1, Math.max(0, inDigits(share)))
