import { openPicture } from './open-picture.ts'

type Look = { colours?: number }

/** A drawing that we wrote ourselves, as a picture. */
export const drawPng = async (svg: Buffer, { colours }: Look) => ({
  bytes: await openPicture(svg)
    .png(colours ? { palette: true, colours } : {})
    .toBuffer(),
})
