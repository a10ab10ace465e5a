/** Part of a picture, in fractions (0 to 1) of its width and height. */
export type Crop = { x: number; y: number; width: number; height: number }
export type CroppedAsset = { name: string; thumbnail: string | null; width: number | null; height: number | null }
export type Side = 'left' | 'top' | 'right' | 'bottom'
export type Edges = Record<Side, number>

export const whole: Crop = { x: 0, y: 0, width: 1, height: 1 }
const least = 0.05
const inHundredths = (share: number) => Math.round(share * 100) / 100
const between = (low: number, high: number, value: number) => Math.min(high, Math.max(low, value))

export const edgesOf = ({ x, y, width, height }: Crop): Edges => ({
  left: x,
  top: y,
  right: x + width,
  bottom: y + height,
})

const cropOf = ({ left, top, right, bottom }: Edges): Crop => ({
  x: left,
  y: top,
  width: inHundredths(right - left),
  height: inHundredths(bottom - top),
})

export const isWhole = ({ width, height }: Crop) => width === 1 && height === 1

export function limitsOf(side: Side, { left, top, right, bottom }: Edges): [number, number] {
  if (side === 'left') return [0, right - least]
  if (side === 'right') return [left + least, 1]
  return side === 'top' ? [0, bottom - least] : [top + least, 1]
}

export function moveSides(crop: Crop, held: Side[] | 'all', by: { x: number; y: number }): Crop {
  if (held === 'all') {
    const x = inHundredths(between(0, 1 - crop.width, crop.x + by.x))
    return { ...crop, x, y: inHundredths(between(0, 1 - crop.height, crop.y + by.y)) }
  }
  const edges = edgesOf(crop)
  for (const side of held) {
    const [low, high] = limitsOf(side, edges)
    const share = side === 'left' || side === 'right' ? by.x : by.y
    edges[side] = inHundredths(between(low, high, edges[side] + share))
  }
  return cropOf(edges)
}

type Point = { x: number; y: number }

export const nearestIn = ({ x, y, width, height }: Crop, point: Point): Point => ({
  x: inHundredths(between(x, x + width, point.x)),
  y: inHundredths(between(y, y + height, point.y)),
})
