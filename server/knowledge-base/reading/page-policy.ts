import { createHash } from 'node:crypto'
import type { DrawnPage } from '#contract/knowledge-base/reading.ts'
import { publicPolicy } from '#server/platform/http/headers.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

type InlineParts = Omit<DrawnPage, 'html'>

/** Cached pages cannot use nonces, so inline parts are allowed by hash. */
export const pagePolicy = (settings: Settings, inline: InlineParts) => publicPolicy(settings, hashesOf(inline))

/** The editor shows previews in a frame. */
export const previewPolicy = (settings: Settings, inline: InlineParts) =>
  publicPolicy(settings, { ...hashesOf(inline), ancestors: "'self'" })

const hashesOf = ({ inlineScripts, inlineStyles }: InlineParts) => ({
  scripts: inlineScripts.map(hashOf),
  styles: inlineStyles.map(hashOf),
})

const known = new Map<string, string>()
const mostKnown = 1000

function hashOf(text: string): string {
  const hash = known.get(text) ?? `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  if (known.size < mostKnown) known.set(text, hash)
  return hash
}
