import type { EmbeddedSearch } from '#contract/knowledge-base/reading.ts'
import { pathsIn } from '#server/knowledge-base/reading/asking/paths.ts'
import { originOf } from '#server/knowledge-base/reading/compose/frame.ts'
import { type ReadingCall, wordsIn } from '#server/knowledge-base/reading/space.ts'
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
    searchUrl: origin + pathsIn(language, space.first).search(),
    askUrl: `${origin}/customer/tickets/create`,
    words: wordsIn(call).embedded,
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
