import { contrast } from '#web/lib/look/accent.ts'

/** Colours as fixed values, because mail programs do not support CSS custom properties. */
export const light = {
  canvas: '#f4f6f6',
  surface: '#ffffff',
  line: '#e4e8e8',
  ink: '#14191a',
  quiet: '#5e696c',
  accent: '#0b6a79',
  onAccent: '#ffffff',
}

const dark = {
  canvas: '#0d1011',
  surface: '#131718',
  line: '#232a2c',
  ink: '#e9eded',
  quiet: '#8a9598',
  accent: '#3fb0c1',
  onAccent: '#041a1e',
}

const inks = ['#ffffff', '#041a1e']
const enough = 4.5

export function accentOn(color: string | null): { accent: string; onAccent: string } {
  const onAccent =
    color && /^#[0-9a-f]{6}$/i.test(color) ? inks.find((ink) => contrast(ink, color) >= enough) : undefined
  if (!color || !onAccent || contrast(color, light.surface) < enough)
    return { accent: light.accent, onAccent: light.onAccent }
  return { accent: color, onAccent }
}

const font = "Geist, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
const mono = "'Geist Mono', ui-monospace, 'SF Mono', Menlo, Consolas, monospace"
export const fonts = { font, mono }

/** Style rules for dark mode. The light colours are inline styles, because some mail programs ignore style sheets. */
export const darkRules = `
@media (prefers-color-scheme: dark) {
  .canvas { background: ${dark.canvas} !important }
  .surface { background: ${dark.surface} !important; border-color: ${dark.line} !important }
  .line { border-color: ${dark.line} !important }
  .ink, .ink a { color: ${dark.ink} !important }
  .quiet, .quiet a { color: ${dark.quiet} !important }
  .button { background: ${dark.accent} !important; color: ${dark.onAccent} !important }
}
.words p { margin: 0 0 12px }
.words > :last-child { margin-bottom: 0 }
.words img { max-width: 100%; height: auto }
.words pre { white-space: pre-wrap }
`
