import { createHash } from 'node:crypto'
import type { DrawnPage } from '#contract/knowledge-base/reading.ts'
import { publicPolicy } from '#server/platform/http/headers.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

type Inline = Omit<DrawnPage, 'html'>

/** A page that is kept can hold no nonce: what stands in it is named by its hash. */
export const pagePolicy = (settings: Settings, inline: Inline) => publicPolicy(settings, hashesOf(inline))

/** Of a draft, which the editor shows in a frame. */
export const previewPolicy = (settings: Settings, inline: Inline) =>
  publicPolicy(settings, { ...hashesOf(inline), ancestors: "'self'" })

const hashesOf = ({ inlineScripts, inlineStyles }: Inline) => ({
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
