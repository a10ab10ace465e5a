type Measures = { width: number; height: number }

/** Pixels per unit (CSS Values 4, section 6). Units of the font use a browser's default. */
const pixelsOf: Record<string, number> = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
}
/** The default size (CSS Images 3, section 5.3). */
const usual: Measures = { width: 300, height: 150 }
const mostPixels = 100_000
const length = /^\s*\+?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,2})?\s*([a-z]*)\s*$/i

/** The size of a drawing (SVG) in CSS pixels: its own, or that of its view box. */
export function measureDrawing(root: Record<string, string>): Measures {
  const box = readBox(root.viewBox)
  const ratio = box ? box.width / box.height : null
  const [width, height] = [lengthOf(root, 'width'), lengthOf(root, 'height')]
  if (width && height) return bounded({ width, height })
  if (width) return bounded({ width, height: ratio ? width / ratio : usual.height })
  if (height) return bounded({ width: ratio ? height * ratio : usual.width, height })
  return bounded(box ?? usual)
}

/** Null for a percentage, which depends on where the drawing is shown. */
function lengthOf(root: Record<string, string>, side: 'width' | 'height'): number | null {
  const styled = new RegExp(`(?:^|;)\\s*${side}\\s*:([^;!]+)`, 'i').exec(root.style ?? '')?.[1]
  const [, digits, exponent = '', unit = ''] = length.exec(styled ?? root[side] ?? '') ?? []
  const pixels = Number(digits + exponent) * (pixelsOf[unit.toLowerCase()] ?? Number.NaN)
  return pixels > 0 && Number.isFinite(pixels) ? pixels : null
}

function readBox(viewBox = ''): Measures | null {
  const [, , width = 0, height = 0] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return width > 0 && height > 0 && Number.isFinite(width * height) ? { width, height } : null
}

function bounded({ width, height }: Measures): Measures {
  const times = Math.min(1, mostPixels / Math.max(width, height))
  const within = (side: number) => Math.max(1, Math.round(side * times))
  return { width: within(width), height: within(height) }
}
