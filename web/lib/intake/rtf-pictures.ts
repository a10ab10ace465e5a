/**
 * Local pictures of an office document. Word puts their bytes into the RTF of the clipboard, in the order of the text.
 */
export type LocalPictures = {
  html: string
  /** The key is the placeholder URL of the picture in the HTML. */
  pictures: Map<string, File>
  lost: number
}

export function takeLocalPictures(html: string, rtf: string): LocalPictures {
  const tags = imagesIn(html)
  const local = tags.filter(isLocal)
  const pictures = new Map<string, File>()
  if (local.length === 0) return { html, pictures, lost: 0 }
  const bytes = picturesInRtf(rtf)
  // The RTF contains either all pictures or only the local ones. If neither count matches, no picture can be assigned
  // to a tag.
  const matched = [tags, local].find(({ length }) => length === bytes.length) ?? []
  const left = replaceImages(html, (tag, index) => {
    const place = matched === tags ? index : local.indexOf(tags[index]!)
    const file = isLocal(tags[index]!) && matched.length > 0 ? bytes[place] : undefined
    if (!file) return tag.text
    const address = `https://pasted.invalid/local-${index + 1}`
    pictures.set(address, new File([file.bytes], `picture-${index + 1}.${file.ending}`, { type: file.type }))
    return tag.text.replace(source, `$1"${address}"`)
  })
  return { html: left, pictures, lost: local.length - pictures.size }
}

type Tag = { text: string }

const image = /<!--[\s\S]*?-->|<img\b[^>]*>/gi
const source = /(\ssrc\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s>]+)/i

const isLocal = ({ text }: Tag) => /\ssrc\s*=\s*["']?file:/i.test(text)

const imagesIn = (html: string): Tag[] =>
  [...html.matchAll(image)].flatMap(([text]) => (text.startsWith('<!--') ? [] : [{ text }]))

function replaceImages(html: string, write: (tag: Tag, index: number) => string): string {
  let index = 0
  return html.replace(image, (text) => (text.startsWith('<!--') ? text : write({ text }, index++)))
}

type Bytes = { bytes: Uint8Array<ArrayBuffer>; type: string; ending: string }

const sign = /\\[\\{}]|[{}]|\\(?:nonshppict|listpicture|pict)(?![a-z])/g

/**
 * Returns the pictures of the RTF in the order of the text. A picture is null if it is damaged or neither PNG nor JPEG.
 */
export function picturesInRtf(rtf: string): (Bytes | null)[] {
  const found: (Bytes | null)[] = []
  // The open RTF groups. `isOther`: a copy for old programs or a picture of a bullet. `from`: the start of a picture.
  const groups: { isOther: boolean; from?: number }[] = []
  for (const { 0: what, index } of rtf.matchAll(sign)) {
    const group = groups.at(-1)
    if (what === '{') groups.push({ isOther: group?.isOther ?? false })
    else if (what === '}') {
      const ended = groups.pop()
      if (ended?.from !== undefined) found.push(readPicture(rtf.slice(ended.from, index)))
    } else if (group && what === '\\pict') {
      if (!group.isOther) group.from = index
    } else if (group && what.length > 2) group.isOther = true
  }
  return found
}

function readPicture(written: string): Bytes | null {
  const kind = /\\(png|jpeg)blip/.exec(written)?.[1]
  const hex = withoutGroups(written)
    .replace(/\\[a-z]+-?\d*/gi, '')
    .replace(/\s+/g, '')
  if (!kind || hex.length === 0 || hex.length % 2 === 1 || /[^\da-f]/i.test(hex)) return null
  const bytes = new Uint8Array(hex.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16)
  return { bytes, type: `image/${kind}`, ending: kind === 'jpeg' ? 'jpg' : 'png' }
}

function withoutGroups(written: string): string {
  const less = written.replace(/\{[^{}]*\}/g, '')
  return less === written ? written : withoutGroups(less)
}
