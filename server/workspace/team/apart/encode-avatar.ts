import { openPicture } from '#server/platform/pictures/apart/open-picture.ts'

type AvatarSize = { size: number }

export const encodeAvatar = async (picture: Buffer, { size }: AvatarSize) => ({
  bytes: await openPicture(picture, { limitInputPixels: 4_000_000 })
    .resize(size, size, { fit: 'cover' })
    .webp()
    .toBuffer(),
})
