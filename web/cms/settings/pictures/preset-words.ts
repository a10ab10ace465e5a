import type { MediaPreset } from '#contract/content/media-presets.ts'

export const fitWords: Record<MediaPreset['fit'], string> = {
  cover: 'Crop to the size',
  contain: 'Whole picture on white',
  inside: 'Whole picture, at most this size',
}
export const cropWords: Record<MediaPreset['crop'], string> = {
  focal: 'around the focal point',
  center: 'around the middle',
}
export const formatWords: Record<MediaPreset['format'], string> = {
  auto: 'Best for each browser',
  webp: 'WebP',
  avif: 'AVIF',
  jpeg: 'JPEG',
  png: 'PNG',
}

/** An empty side follows from the other one. */
export const sizeWords = ({ width, height }: Pick<MediaPreset, 'width' | 'height'>) =>
  width && height ? `${width} × ${height}` : width ? `${width} wide` : `${height} high`
