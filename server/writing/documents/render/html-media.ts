import type { CategoryList, EntryBlock, FileNode, Include, Picture, Video } from '#contract/writing/document.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import type { Addresses, ShownPicture } from './addresses.ts'
import { openLink, renderEntryLink } from './html-inline.ts'

export function renderPicture({ attrs }: Picture, addresses: Addresses): string {
  const picture = addresses.picture(attrs.file)
  if (!picture) return ''
  const image = renderImage(picture, attrs.alt ?? picture.alt ?? '', attrs.width)
  const link = attrs.link ? openLink(attrs.link, addresses) : null
  const caption = attrs.caption ? `<figcaption>${escapeHtml(attrs.caption)}</figcaption>` : ''
  return `<figure>${link ? `${link}${image}</a>` : image}${caption}</figure>`
}

/** Maximum text width in pixels. */
const widest = 720

/** Width and height prevent a layout shift while it loads. */
function renderImage({ src, srcset, width, height }: ShownPicture, alt: string, chosen?: number): string {
  const shown = chosen ?? width
  const high = height && width && shown ? Math.round((height * shown) / width) : undefined
  const room = Math.min(shown ?? widest, widest)
  const sources = srcset ? ` srcset="${escapeHtml(srcset)}" sizes="(min-width: ${room}px) ${room}px, 100vw"` : ''
  const measures = `${shown ? ` width="${shown}"` : ''}${high ? ` height="${high}"` : ''}`
  return `<img src="${escapeHtml(src)}"${sources} alt="${escapeHtml(alt)}"${measures} loading="lazy" decoding="async">`
}

export function renderFile({ attrs: { file, name } }: FileNode, addresses: Addresses): string {
  const href = addresses.file(file)
  return href === null ? '' : `<p class="file"><a href="${escapeHtml(href)}" download>${escapeHtml(name)}</a></p>`
}

/** A link, so that the video host learns nothing before a click. `data-player` is the URL of a player that may be embedded. */
export function renderVideo({ attrs: { url, title, poster } }: Video, addresses: Addresses): string {
  const picture = poster ? addresses.picture(poster) : null
  const player = playerOf(url)
  const words = title
    ? `<span>${escapeHtml(title)}</span>`
    : `<span class="untitled">${escapeHtml(addresses.words.video)}</span>`
  const image = picture ? renderImage(picture, '') : ''
  const embed = player ? ` data-player="${escapeHtml(player)}"` : ''
  return `<p class="video"><a href="${escapeHtml(url)}" rel="noopener noreferrer"${embed}>${image}${words}</a></p>`
}

/** Vimeo and YouTube have players without cookies before playback. */
function playerOf(url: string): string | null {
  const { hostname, pathname, searchParams } = new URL(url)
  const host = hostname.replace(/^(?:www|m|player)\./, '')
  if (host === 'vimeo.com') {
    const [, number] = /^\/(?:video\/)?(\d+)/.exec(pathname) ?? []
    return number ? `https://player.vimeo.com/video/${number}?dnt=1` : null
  }
  const [, named] = /^\/(?:embed\/|shorts\/|live\/)([\w-]{6,20})/.exec(pathname) ?? []
  const id = host === 'youtu.be' ? pathname.slice(1) : (named ?? searchParams.get('v') ?? '')
  return /^youtu/.test(host) && /^[\w-]{6,20}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : null
}

export function renderEntry({ attrs: { entry } }: EntryBlock, addresses: Addresses): string {
  const link = renderEntryLink(entry, addresses)
  return link && `<p class="entry">${link}</p>`
}

export function renderInclude({ attrs: { reference } }: Include, addresses: Addresses): string {
  const href = addresses.link(reference)
  const html = addresses.include(reference)
  return href === null || html === null ? '' : `<div class="include" data-from="${escapeHtml(href)}">${html}</div>`
}

export function renderList({ attrs: { reference } }: CategoryList, addresses: Addresses): string {
  const href = addresses.link(reference)
  const entries = addresses.list(reference)
  if (href === null || entries === null) return ''
  const lines = entries.map(({ title, ...entry }) => {
    const [to, language] = [escapeHtml(entry.href), escapeHtml(entry.language)]
    return `<li><a href="${to}" lang="${language}">${escapeHtml(title)}</a></li>`
  })
  return `<ul class="listing" data-from="${escapeHtml(href)}">${lines.join('')}</ul>`
}
