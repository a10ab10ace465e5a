import { openPicture } from './open-picture.ts'

type Look = { colours?: number }

/** Renders a drawing of our own as a picture. */
export const drawPng = async (svg: Buffer, { colours }: Look) => ({
  bytes: await openPicture(svg)
    .png(colours ? { palette: true, colours } : {})
    .toBuffer(),
})
