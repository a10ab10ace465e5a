import { uuidPattern } from '#contract/uuid.ts'
import { cardWidth, type PictureEdge, pictureWidths } from '#server/files/storage-keys.ts'
import type { ShownPicture } from '#server/writing/documents/render/addresses.ts'

// URLs of immutable files on the workspace host. Access is checked on each request.

type FileSize = { storedId: string; width: number | null; height: number | null }

const folder = '/knowledgebase/files'

/** Returns the URLs of all sizes up to the picture width, or one URL if the width is unknown. */
export function pictureAt({ storedId, width, height }: FileSize, origin = ''): ShownPicture {
  const at = (size: number) => `${origin}${folder}/${storedId}-${size}.webp`
  const usual = at(pictureWidths[1])
  if (!width || !height) return { src: usual }
  const sizes = sizesOf(width)
  const srcset = sizes.map((size) => `${at(size)} ${Math.min(size, width)}w`).join(', ')
  return { src: sizes.length > 1 ? usual : at(sizes[0]!), srcset, width, height }
}

export const sizesOf = (width: number) =>
  pictureWidths.filter((_, index) => index === 0 || pictureWidths[index - 1]! < width)

export const fileAt = (storedId: string) => `${folder}/${storedId}`
export const cardAt = (storedId: string) => `${folder}/${storedId}-${cardWidth}.jpg`

export type FileAddress = { storedId: string; edge: PictureEdge | null }

const form = new RegExp(`^(${uuidPattern})(?:-(\\d+)\\.(webp|jpg))?$`)

export function readFileName(name: string): FileAddress | null {
  const [, storedId, size, ending] = form.exec(name) ?? []
  if (!storedId) return null
  if (!size) return { storedId, edge: null }
  const sizes: readonly PictureEdge[] = ending === 'jpg' ? [cardWidth] : pictureWidths
  const edge = sizes.find((one) => one === Number(size))
  return edge ? { storedId, edge } : null
}
