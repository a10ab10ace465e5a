import { z } from 'zod'
import { drawingMime } from '#server/files/mime-types.ts'
import type { Crop, Point } from '#server/platform/pictures/crop.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Preset } from './queries.ts'

const fits = ['cover', 'contain', 'inside'] as const
const formats = ['webp', 'avif', 'jpeg', 'png', 'gif', 'svg'] as const
export type PictureFormat = (typeof formats)[number]

/** How a picture is delivered. Each property has few allowed values, which limits the number of variants. */
export type Recipe = {
  width: number | null
  height: number | null
  fit: (typeof fits)[number]
  focus: Point
  crop: Crop | null
  quality: number
  blur: number
  format: PictureFormat
  /** Whether all frames of an animation are delivered, or only the first. */
  moves: boolean
}

// Allowed sides in pixels. A requested side is rounded up to the next allowed size, at most to the largest. With two
// sides, only the longer side is rounded. Presets keep their own size.
const ladder = [16, 32, 64, 96, 128, 192, 256, 384, 512, 640, 800, 1024, 1280, 1600, 1920, 2560] as const
const qualities = [40, 55, 70, 80, 90]
const blurs = [0, 5, 15, 40]
const largest = ladder.at(-1)!
const centre = { x: 0.5, y: 0.5 }

const Size = z.coerce.number().int().min(1).max(10_000).optional()
const Asked = z.object({
  w: Size,
  h: Size,
  fit: z.enum(fits).optional(),
  crop: z.enum(['focal', 'center']).default('focal'),
  q: z.coerce.number().int().min(1).max(100).default(80),
  format: z.enum(['auto', 'webp', 'avif', 'jpeg', 'png', 'gif']).default('auto'),
  dpr: z.coerce.number().min(1).max(4).default(1),
  blur: z.coerce.number().min(0).max(100).default(0),
})

type PictureSource = { mime: string; moves: boolean; focus: Point; crop: Crop | null; preset: Preset | null }

const wordsOf = ({ width, height, fit, crop, format, quality: q }: Preset) => ({
  ...{ fit, crop, format, q },
  ...(width && { w: width }),
  ...(height && { h: height }),
})

/** Parses the parameters of a URL and refuses invalid ones. Without a format, the Accept header decides. */
export function readRecipe(query: object, accept: string | undefined, source: PictureSource) {
  const { focus, crop: part, preset } = source
  const read = Asked.safeParse(preset ? { ...wordsOf(preset), ...query } : query)
  if (!read.success) throw new Refusal('invalid', { detail: explain(read.error) })
  const { w, h, fit = w && h ? 'cover' : 'inside', crop, q, format, dpr, blur } = read.data
  const isExact = preset !== null && w === (preset.width ?? undefined) && h === (preset.height ?? undefined)
  const size = isExact ? exactly(preset, dpr) : sizeOf(w && w * dpr, h && h * dpr)
  const isCut = fit === 'cover' && size.width !== null && size.height !== null
  const look: PictureLook = {
    ...size,
    fit: isCut || fit === 'contain' ? fit : 'inside',
    focus: isCut && crop === 'focal' ? { x: inTwentieths(focus.x), y: inTwentieths(focus.y) } : centre,
    crop: part,
    quality: nearest(qualities, q),
    blur: nearest(blurs, blur),
  }
  return {
    recipe: inFormat(look, format === 'auto' ? openFormat(accept, source, look) : format, source),
    isOpen: format === 'auto',
  }
}

type PictureLook = Omit<Recipe, 'format' | 'moves'>

const inFormat = (look: PictureLook, format: PictureFormat, { moves }: Pick<PictureSource, 'moves'>): Recipe => ({
  // An SVG scales, so requested sizes are ignored.
  ...(format === 'svg' ? { ...wholeLook, crop: null } : look),
  format,
  moves: moves && (format === 'webp' || format === 'gif'),
})

const wholeLook = { width: null, height: null, fit: 'inside', focus: centre, quality: 80, blur: 0 } as const

const explain = (error: z.ZodError) =>
  `These cannot be read: ${[...new Set(error.issues.map(({ path }) => path.join('.')))].join(', ')}. An address takes preset, w, h, fit, crop, q, format, dpr and blur.`

// Multiplies the size of a preset by one, two or three for dense screens. The result is never larger than the largest
// allowed size.
function exactly({ width, height }: Preset, dpr: number) {
  const most = largest / Math.max(width ?? 1, height ?? 1)
  const times = Math.min(Math.ceil(dpr), 3, most)
  const sized = (edge: number | null) => (edge === null ? null : Math.round(edge * times))
  return { width: sized(width), height: sized(height) }
}

// Rounds the longer side up to an allowed size. The shorter side follows from the requested ratio, which is rounded to
// hundredths and limited to 1:20.
function sizeOf(width: number | undefined, height: number | undefined) {
  if (!width || !height) return { width: width ? stepFor(width) : null, height: height ? stepFor(height) : null }
  const proportion = Math.min(20, Math.max(0.05, height / width))
  const longer = stepFor(Math.max(width, height))
  const shorter = (share: number) => Math.max(1, Math.round((longer * Math.round(share * 100)) / 100))
  return proportion <= 1
    ? { width: longer, height: shorter(proportion) }
    : { width: shorter(1 / proportion), height: longer }
}

const stepFor = (pixels: number) => ladder.find((step) => step >= pixels) ?? largest
const inTwentieths = (share: number) => Math.round(share * 20) / 20
const nearest = (steps: number[], wanted: number) =>
  steps.reduce((best, step) => (Math.abs(step - wanted) < Math.abs(best - wanted) ? step : best))

/** Longest side of an automatically chosen AVIF in pixels. Encoding a larger AVIF takes too long. */
const largestAvif = 1280
const formatOf: Record<string, PictureFormat> = {
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  [drawingMime]: 'svg',
}

// Chooses a format that the browser accepts. Keeps an SVG if the variant has no crop and no effect. Otherwise prefers
// AVIF for small still pictures, then WebP, then the format of the upload.
function openFormat(
  accept: string | undefined,
  { mime, moves }: Pick<PictureSource, 'mime' | 'moves'>,
  look: PictureLook,
): PictureFormat {
  const own = formatOf[mime] ?? 'png'
  if (own === 'svg' && !isOfPixels(look) && takes(accept, mime)) return 'svg'
  const { width, height } = look
  const isSmall = (width !== null || height !== null) && Math.max(width ?? 0, height ?? 0) <= largestAvif
  if (isSmall && !moves && names(accept, 'image/avif')) return 'avif'
  if (names(accept, 'image/webp')) return 'webp'
  if (own !== 'svg' && takes(accept, mime)) return own
  if (moves) return 'gif'
  if (takes(accept, 'image/png')) return 'png'
  return own === 'jpeg' || takes(accept, 'image/jpeg') ? 'jpeg' : 'png'
}

const isOfPixels = ({ fit, crop, blur }: PictureLook) => fit !== 'inside' || crop !== null || blur > 0

const typesOf = (accept: string) =>
  accept
    .split(',')
    .filter((range) => !/;\s*q=0(\.0*)?\s*$/.test(range))
    .map((range) => range.split(';')[0]!.trim().toLowerCase())

const names = (accept = '', mime: string) => typesOf(accept).includes(mime)

/** Whether the Accept header allows a type (RFC 9110, section 12.5.1). Without the header every type is allowed. */
function takes(accept = '', mime: string): boolean {
  const types = typesOf(accept)
  return accept.trim() === '' || types.includes(mime) || types.includes('image/*') || types.includes('*/*')
}

export const nameOf = ({ width, height, fit, focus, crop, quality, blur, format, moves }: Recipe) =>
  `${width ?? ''}x${height ?? ''}-${fit}-${focus.x}_${focus.y}${crop ? `-c${crop.x}_${crop.y}_${crop.width}_${crop.height}` : ''}-q${quality}-b${blur}${moves ? '-m' : ''}.${format}`

const named =
  /^(\d*)x(\d*)-(cover|contain|inside)-([\d.]+)_([\d.]+)(?:-c([\d._]+))?-q(\d+)-b(\d+)(-m)?\.(webp|avif|jpeg|png|gif|svg)$/

/** Parses the stored name of a recipe. Returns null for names of earlier versions. */
export function recipeOf(name: string): Recipe | null {
  const [, width, height, look, x, y, part, quality, blur, moves, ending] = named.exec(name) ?? []
  const fit = fits.find((one) => one === look)
  const format = formats.find((one) => one === ending)
  if (!fit || !format) return null
  const [left, top, wide, high] = part?.split('_').map(Number) ?? []
  return {
    width: width ? Number(width) : null,
    height: height ? Number(height) : null,
    fit,
    focus: { x: Number(x), y: Number(y) },
    crop: part ? { x: left!, y: top!, width: wide!, height: high! } : null,
    quality: Number(quality),
    blur: Number(blur),
    format,
    moves: moves !== undefined,
  }
}

export function wholeOf(
  { crop, ...source }: Pick<PictureSource, 'mime' | 'moves' | 'crop'>,
  accept: string | undefined,
): Recipe {
  const look: PictureLook = { ...wholeLook, crop }
  return inFormat(look, openFormat(accept, source, look), source)
}

// Widths that are created ahead. Each is less than twice the previous one, so that a variant of similar size always
// exists.
const aheadWidths = [384, 640, 1024, 1600]
const askingBrowsers = ['image/avif,image/webp,image/svg+xml', 'image/webp,image/svg+xml']

export function recipesAhead(source: Omit<PictureSource, 'preset'> & { width: number }, presets: Preset[]): Recipe[] {
  const widths = aheadWidths.filter((_, index) => index === 0 || aheadWidths[index - 1]! < source.width)
  const recipes = askingBrowsers.flatMap((accept) => [
    ...widths.map((w) => readRecipe({ w }, accept, { ...source, preset: null }).recipe),
    ...presets.map((preset) => readRecipe({}, accept, { ...source, preset }).recipe),
  ])
  return [...new Map(recipes.map((recipe) => [nameOf(recipe), recipe])).values()]
}
