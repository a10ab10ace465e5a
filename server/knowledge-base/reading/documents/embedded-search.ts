import type { EmbeddedSearch } from '#contract/knowledge-base/reading.ts'
import { originOf } from '#server/knowledge-base/reading/compose/frame.ts'
import type { ReadingCall } from '#server/knowledge-base/reading/space.ts'
import type { TextDocument } from './find-document.ts'

export function writeEmbeddedSearch(call: ReadingCall): TextDocument {
  const { space, platform, language } = call
  const { domain, accentColor } = space.workspace
  const origin = originOf(call)
  const given: EmbeddedSearch = {
    api: platform.settings.apiOrigin,
    domain,
    language,
    accentColor,
    searchUrl: origin + call.paths.search(),
    askUrl: `${origin}/customer/tickets/create`,
    words: call.words.embedded,
  }
  return {
    name: 'document',
    status: 200,
    type: 'text/javascript; charset=utf-8',
    isIndexed: false,
    isForAnyOrigin: true,
    text: `const __given = ${JSON.stringify(given)}\n${platform.reading.embeddedSearch}\n`,
  }
}
