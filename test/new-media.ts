import sharp from 'sharp'
import type { addMedia } from '#contract/content/media.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { type Upload, upload } from '#test/upload.ts'
import { acme, type Person } from '#test/world.ts'

type Added = AnswerOf<typeof addMedia>['items'][number]

let tone = 0
/** Creates a picture whose bytes differ from earlier pictures. */
export async function newPicture(width = 60, height = 40, name = 'shift.png'): Promise<Upload> {
  tone += 1
  const background = { r: tone % 256, g: 80, b: 120 }
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  return { name, type: 'image/png', bytes }
}

export const addTo = (person: Person, files: Upload[], query = '') =>
  upload(person, files, { url: `/api/v1/media${query}` })

export async function newMedia(file?: Upload, person: Person = acme.agent): Promise<Added> {
  return (await addTo(person, [file ?? (await newPicture())])).json().items[0]
}
