import { drawPng } from '#server/platform/pictures/picture-work.ts'

const size = { width: 1200, height: 800 }

/** Pictures for covers: hills under a sun, each in its own colours. */
export const covers = [
  ['rolling-hills.png', '#dfe8e6', '#2f6f63', '#d9a441'],
  ['evening.png', '#f3d9dc', '#8a2f4b', '#f0a35e'],
  ['harbour.png', '#dbe7f5', '#1f4f8a', '#f5f2ea'],
  ['bakery.png', '#f7ead8', '#a3682a', '#e8542f'],
  ['night-shift.png', '#1d2b4d', '#0d1530', '#f5e7b2'],
  ['meadow.png', '#e6f0d8', '#4f7d2a', '#f2c14e'],
  ['terracotta.png', '#f6e2d4', '#b5532a', '#ffffff'],
  ['slate.png', '#e4e6ea', '#49525e', '#8fb3d9'],
] as const

export const drawCover = ([, sky, hill, sun]: (typeof covers)[number]): Promise<Buffer> =>
  drawPng(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="${size.width}" height="${size.height}">
      <rect width="1200" height="800" fill="${sky}"/>
      <circle cx="860" cy="250" r="120" fill="${sun}"/>
      <path d="M0 620 C 240 430 420 520 620 600 S 1000 470 1200 560 V 800 H 0 Z" fill="${hill}" opacity=".6"/>
      <path d="M0 700 C 300 560 520 690 760 650 S 1100 600 1200 660 V 800 H 0 Z" fill="${hill}"/>
    </svg>`)
