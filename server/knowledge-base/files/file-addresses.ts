import { uuidPattern } from '#contract/uuid.ts'
import { cardWidth, type PictureEdge, pictureWidths } from '#server/files/storage-keys.ts'
import type { ShownPicture } from '#server/writing/documents/render/addresses.ts'

// Addresses of bytes that never change, on the host of the workspace. Whether they answer is asked each time.

type Measured = { storedId: string; width: number | null; height: number | null }

const folder = '/knowledgebase/files'

/** In as many sizes as it has, none larger than it is; in one where it was not measured yet. */
export function pictureAt({ storedId, width, height }: Measured, origin = ''): ShownPicture {
  const at = (size: number) => `${origin}${folder}/${storedId}-${size}.webp`
  const usual = at(pictureWidths[1])
  if (!width || !height) return { src: usual }
  const sizes = sizesOf(width)
  const srcset = sizes.map((size) => `${at(size)} ${Math.min(size, width)}w`).join(', ')
  return { src: sizes.length > 1 ? usual : at(sizes[0]!), srcset, width, height }
}

/** The sizes in which a picture of this width is offered. */
export const sizesOf = (width: number) =>
  pictureWidths.filter((_, index) => index === 0 || pictureWidths[index - 1]! < width)

export const fileAt = (storedId: string) => `${folder}/${storedId}`
export const cardAt = (storedId: string) => `${folder}/${storedId}-${cardWidth}.jpg`

export type AskedFile = { storedId: string; edge: PictureEdge | null }

const form = new RegExp(`^(${uuidPattern})(?:-(\\d+)\\.(webp|jpg))?$`)

/** Which file a name asks for, and in which size as a picture; null where no such name is ever given. */
export function readFileName(name: string): AskedFile | null {
  const [, storedId, size, ending] = form.exec(name) ?? []
  if (!storedId) return null
  if (!size) return { storedId, edge: null }
  const sizes: readonly number[] = ending === 'jpg' ? [cardWidth] : pictureWidths
  return sizes.includes(Number(size)) ? { storedId, edge: Number(size) as PictureEdge } : null
}
