import type { FindServedWords } from '#contract/knowledge-base/reading.ts'
import { fill, findWords, numberIn } from './words.ts'

export const findServedWords: FindServedWords = (language) => {
  const words = findWords(language)
  const { ask, document, failed, faults, frame, home, missing, search } = words
  return {
    language: words.language,
    help: frame.help,
    helpOf: (name) => fill(frame.helpOf, { name }),
    search: frame.search,
    more: home.more,
    notFound: missing.title,
    previewOf: (title) => fill(words.article.preview, { title }),
    updated: (date) => fill(document.updated, { date }),
    document,
    failed: {
      ...failed,
      textOf: ({ status, requestId: number }) =>
        status === 429 ? faults.busy : failed.text + (number ? ` ${fill(failed.number, { number })}` : ''),
    },
    faultOf: ({ status, fields }, mostOfComment) => {
      if (fields?.email) return faults.email
      if (fields?.text) return faults.empty
      if (fields?.comment) return fill(faults.comment, { most: numberIn(words.format, mostOfComment) })
      return status === 429 ? faults.busy : faults.refused
    },
    embedded: {
      language: words.language,
      format: words.format,
      field: search.field,
      suggestions: search.suggestions,
      count: search.suggestionCount,
      nothing: search.nothing,
      ask: ask.ask,
      failed: failed.text,
    },
  }
}
