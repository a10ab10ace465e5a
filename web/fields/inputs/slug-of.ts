const most = 120

/** The address that words make, as the server makes it; nothing of no words. */
export function slugOf(text: string): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu)
  return (words ?? []).join('-').slice(0, most).replace(/-+$/, '')
}
