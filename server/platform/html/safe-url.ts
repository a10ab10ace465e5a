const MAX_URL = 2_048
const MAX_PICTURE = 1024 * 1024

const linkSchemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** An absolute URL of a kind that a reader may open. White space inside is ignored, as in browsers. */
export function safeLink(href: string): string | null {
  const clean = href.slice(0, MAX_URL * 2).replace(/[\p{Cc}\p{Cf}\s]+/gu, '')
  const absolute = clean.startsWith('//') ? `https:${clean}` : clean.replace(/^www\./i, 'https://www.')
  if (absolute.length > MAX_URL) return null
  try {
    const url = new URL(absolute)
    return linkSchemes.has(url.protocol) && !url.username && !url.password ? url.href : null
  } catch {
    return null
  }
}

export function safeDataPicture(source: string): string | null {
  if (source.length > (MAX_PICTURE * 4) / 3 + 100) return null
  const clean = source.replace(/\s+/g, '')
  return /^data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/i.test(clean) ? clean : null
}
