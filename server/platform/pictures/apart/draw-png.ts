import { openPicture } from './open-picture.ts'

type Look = { colours?: number }

export const drawPng = async (svg: Buffer, { colours }: Look) => ({
  bytes: await openPicture(svg)
    .png(colours ? { palette: true, colours } : {})
    .toBuffer(),
})
