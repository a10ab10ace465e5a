/** The addresses of the pages of one language. Slugs are shown readable and sent percent-encoded. */
export function pathsIn(language: string, first: string) {
  const home = `${language === first ? '' : `/${language}`}/knowledgebase`
  return {
    home,
    search: (words = '') => `${home}/search${words ? `?q=${encodeURIComponent(words)}` : ''}`,
    category: (slug: string) => `${home}/category/${encodeURIComponent(slug)}`,
    markdown: (slug: string) => `${home}/article/${encodeURIComponent(slug)}.md`,
    article: (slug: string) => `${home}/article/${encodeURIComponent(slug)}`,
  }
}
export type Paths = ReturnType<typeof pathsIn>
