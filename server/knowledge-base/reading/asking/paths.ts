export function pathsIn(language: string, first: string) {
  const home = `${language === first ? '' : `/${language}`}/knowledgebase`
  return {
    home,
    search: (words = '', topic: string | null = null) =>
      `${home}/search${words ? `?q=${encodeURIComponent(words)}` : ''}${words && topic ? `&topic=${encodeURIComponent(topic)}` : ''}`,
    category: (slug: string) => `${home}/category/${encodeURIComponent(slug)}`,
    markdown: (slug: string) => `${home}/article/${encodeURIComponent(slug)}.md`,
    /**
     * URL of an article in a list of search results, with the query. A script of the article page reads the query and
     * removes it from the address bar.
     */
    found: (slug: string, words: string) =>
      `${home}/article/${encodeURIComponent(slug)}?q=${encodeURIComponent(words)}`,
    article: (slug: string) => `${home}/article/${encodeURIComponent(slug)}`,
  }
}
export type ReadingPaths = ReturnType<typeof pathsIn>
