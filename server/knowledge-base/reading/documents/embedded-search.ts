import type { EmbeddedSearch } from '#contract/knowledge-base/reading.ts'
import { pathsIn } from '#server/knowledge-base/reading/asking/paths.ts'
import { originOf } from '#server/knowledge-base/reading/compose/frame.ts'
import { type ReadingCall, wordsIn } from '#server/knowledge-base/reading/space.ts'
import type { FoundDocument } from './find-document.ts'

/** The search for other sites, with all that it has to know of this help centre: it asks for nothing but what it finds. */
export function writeEmbeddedSearch(call: ReadingCall): FoundDocument {
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
