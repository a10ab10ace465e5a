import { openPicture } from '#server/platform/pictures/apart/open-picture.ts'

type Look = { size: number }

export const encodeAvatar = async (picture: Buffer, { size }: Look) => ({
  bytes: await openPicture(picture, { limitInputPixels: 4_000_000 })
    .resize(size, size, { fit: 'cover' })
    .webp()
    .toBuffer(),
})
