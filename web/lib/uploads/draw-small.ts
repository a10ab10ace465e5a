const widthPx = 128

/** A picture at thumbnail size, as an object URL. Undefined if this browser cannot decode it. */
export async function drawSmall(file: File): Promise<string | undefined> {
  if (!file.type.startsWith('image/')) return undefined
  try {
    const small = await createImageBitmap(file, { resizeWidth: widthPx, resizeQuality: 'medium' })
    const canvas = document.createElement('canvas')
    canvas.width = small.width
    canvas.height = small.height
    canvas.getContext('2d')?.drawImage(small, 0, 0)
    small.close()
    return canvas.toDataURL('image/webp', 0.8)
  } catch {
    return undefined
  }
}
