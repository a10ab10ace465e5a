const widthPx = 128

/** A picture in the size of a thumbnail, as an address of its own. Undefined for what this browser does not decode. */
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
