import { uuidPattern } from '#contract/uuid.ts'

const prefix = 'https://picture.invalid/'
const shown = new RegExp(`src="${prefix}(${uuidPattern})"`, 'gi')

/** Stands for a file of ours while HTML passes the sanitiser, which lets only addresses of pictures through. */
export const pictureUrl = (fileId: string) => prefix + fileId

/** A stored picture names its file; whoever shows it signs an address for it. */
export const hidePictures = (html: string) => html.replace(shown, 'data-file="$1"')
