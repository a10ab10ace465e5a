/** The addresses of the pages of one language. Slugs are shown readable and sent percent-encoded. */
export function pathsIn(language: string, first: string) {
  const home = `${language === first ? '' : `/${language}`}/knowledgebase`
  return {
    home,
    search: (words = '', topic: string | null = null) =>
      `${home}/search${words ? `?q=${encodeURIComponent(words)}` : ''}${words && topic ? `&topic=${encodeURIComponent(topic)}` : ''}`,
    category: (slug: string) => `${home}/category/${encodeURIComponent(slug)}`,
    markdown: (slug: string) => `${home}/article/${encodeURIComponent(slug)}.md`,
    /** From a result of a search, with what was searched; scripts take it out again. */
    found: (slug: string, words: string) =>
      `${home}/article/${encodeURIComponent(slug)}?q=${encodeURIComponent(words)}`,
    article: (slug: string) => `${home}/article/${encodeURIComponent(slug)}`,
  }
}
export type Paths = ReturnType<typeof pathsIn>
