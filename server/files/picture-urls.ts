import { uuidPattern } from '#contract/uuid.ts'

const prefix = 'https://picture.invalid/'
const shown = new RegExp(`src="${prefix}(${uuidPattern})"`, 'gi')

export const pictureUrl = (fileId: string) => prefix + fileId

/** Replaces placeholder URLs by `data-file`. The URL is signed when the picture is shown. */
export const hidePictures = (html: string) => html.replace(shown, 'data-file="$1"')
