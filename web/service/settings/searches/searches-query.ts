import { searchesPath } from '#web/service/knowledge-base/article/addresses.ts'

export type SearchesQuery = { withoutResult: boolean; language: string | null; cursor: string | null }

/** An unknown language is ignored. */
export function readSearchesQuery(params: URLSearchParams, languages: string[]): SearchesQuery {
  const language = params.get('language')
  return {
    withoutResult: params.get('results') === 'none',
    language: language && languages.includes(language) ? language : null,
    cursor: params.get('cursor'),
  }
}

export function searchesHref({ withoutResult, language, cursor }: SearchesQuery): string {
  const params = new URLSearchParams({
    ...(withoutResult && { results: 'none' }),
    ...(language && { language }),
    ...(cursor && { cursor }),
  })
  return params.size > 0 ? `${searchesPath}?${params}` : searchesPath
}
