const surfaces = { light: '#ffffff', dark: '#131718' }
const inks = ['#ffffff', '#041a1e']
const enough = 4.5

/** Returns CSS for the accent colour. A theme with too little contrast to it keeps the default colour. */
export function accentRules(color: string | null | undefined) {
  if (!color || !/^#[0-9a-f]{6}$/i.test(color)) return ''
  const light = rulesOn(color, surfaces.light)
  const dark = rulesOn(color, surfaces.dark)
  return [
    light && `:root{${light}}`,
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme]){${dark || petrol.dark}}}`,
    `@media screen{:root[data-theme="dark"]{${dark || petrol.dark}}}`,
  ]
    .filter(Boolean)
    .join('')
}

const petrol = { dark: '--st-accent:#3fb0c1;--st-accent-hover:#5bc3d2;--st-accent-ink:#5cc3d2;--st-on-accent:#041a1e' }

function rulesOn(color: string, surface: string) {
  const ink = inks.find((ink) => contrast(ink, color) >= enough)
  if (!ink || contrast(color, surface) < enough) return ''
  const hover = `color-mix(in srgb, ${color} 88%, ${surface === surfaces.light ? '#000' : '#fff'})`
  return `--st-accent:${color};--st-accent-ink:${color};--st-accent-hover:${hover};--st-on-accent:${ink}`
}

export const themesOf = (color: string) => ({
  light: rulesOn(color, surfaces.light) !== '',
  dark: rulesOn(color, surfaces.dark) !== '',
})

/** Calculates the contrast ratio of two colours by WCAG 2. */
export function contrast(one: string, other: string) {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
