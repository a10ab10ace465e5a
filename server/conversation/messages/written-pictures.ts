import { mostFilesOfMessage } from '#contract/written.ts'
import { showableImages } from '#server/files/mime-types.ts'
import { pictureUrl } from '#server/files/picture-urls.ts'
import { storeBytes } from '#server/files/uploads/store-bytes.ts'
import { refuseMoreUploads } from '#server/files/uploads/upload-files.ts'
import type { Person } from '#server/platform/http/caller.ts'
import { spendBytes } from '#server/platform/http/input/spend-bytes.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Picture = { mime: string; body: Buffer }

/** The pictures of a text that a program wrote: `cid:` names an upload, `data:` brings its bytes along. */
export class WrittenPictures {
  /** Uploads that the text shows. */
  readonly named = new Set<string>()
  private readonly brought = new Map<string, Picture>()

  /** Stands for a picture in the text until it has passed the sanitiser. Null for all others, which become their words. */
  find = (source: string): string | null => {
    if (/^cid:/i.test(source)) return pictureUrl(this.name(source.slice(4)))
    return /^data:/i.test(source) ? pictureUrl(this.bring(source)) : null
  }

  private name(contentId: string): string {
    if (!isId.test(contentId))
      refuse('Write cid: and the id of a file that you uploaded by POST /api/v1/files, without anything else')
    this.named.add(contentId.toLowerCase())
    return contentId.toLowerCase()
  }

  private bring(source: string): string {
    const [, mime = '', encoded = ''] = inBase64.exec(source.replace(/\s+/g, '')) ?? []
    if (!showableImages.has(mime.toLowerCase()))
      refuse(
        'Write a picture in data: as Base64 of a PNG, JPEG, GIF, WebP or AVIF, or upload it and write cid: and its id',
      )
    if (this.brought.size === mostFilesOfMessage) throw new Refusal('too-many-files')
    const place = placeOf(this.brought.size)
    this.brought.set(place, { mime: mime.toLowerCase(), body: Buffer.from(encoded, 'base64') })
    return place
  }

  /** Stores what the text brings along, as uploads of whoever wrote it, and answers the text that names them. */
  async store(platform: Platform, caller: Person, html: string): Promise<string> {
    const shown = [...this.brought].filter(([place]) => html.includes(place))
    const bytes = shown.reduce((sum, [, { body }]) => sum + body.length, 0)
    if (shown.length > 0) await refuseMoreUploads(platform, caller.workspaceId, bytes)
    let stored = html
    for (const [place, { mime, body }] of shown) {
      spendBytes(platform, caller, 'file', body.length)
      const { id } = await storeBytes(platform, caller, { name: `picture.${mime.slice('image/'.length)}`, mime, body })
      this.named.add(id)
      stored = stored.replaceAll(place, id)
    }
    return stored
  }
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const inBase64 = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/]+={0,2})$/i

/** An id that no file has. */
const placeOf = (number: number) => `00000000-0000-0000-0000-${String(number).padStart(12, '0')}`

function refuse(detail: string): never {
  throw new Refusal('invalid', { detail, fields: { html: detail } })
}
