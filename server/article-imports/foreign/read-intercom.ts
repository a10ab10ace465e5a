import { type Fields, type ForeignText, fieldsIn, idIn, isFields, pathTo, textIn } from './foreign-text.ts'

/** Answers of Intercom's API: articles, and the collections in which they stand. */
export function readIntercom(pages: Fields[]): ForeignText[] {
  const all = pages.flatMap((page) => [page.data, page.articles, page.collections].flatMap(fieldsIn))
  const collections = new Map(
    all.filter(({ type }) => type === 'collection').map((one) => [idIn(one.id) ?? '', one] as const),
  )
  const placeOf = (id: string) => {
    const place = collections.get(id)
    return place && { name: textIn(place.name), above: idIn(place.parent_id) }
  }
  return all.flatMap((article) => {
    const id = idIn(article.id)
    if (!id || article.type === 'collection' || typeof article.body !== 'string') return []
    const category = pathTo(idIn(article.parent_id), placeOf)
    const first = textIn(article.default_locale) || 'en'
    const texts = new Map<string, Fields>([[first, article]])
    const translated = isFields(article.translated_content) ? article.translated_content : {}
    for (const [locale, text] of Object.entries(translated))
      if (isFields(text) && typeof text.body === 'string' && locale !== first) texts.set(locale, text)
    return [...texts].map(([locale, text]) => textOf(id, locale, text, category))
  })
}

const textOf = (id: string, locale: string, text: Fields, category: string[]): ForeignText => ({
  ...{ source: `articles/${id}/${locale}`, thing: id, locale, category, labels: [], isRestricted: false },
  ...{ title: textIn(text.title), html: textIn(text.body), description: textIn(text.description) },
  status: text.state === 'published' ? 'published' : 'draft',
  address: textIn(text.url) || null,
})

/** The article that an address of a help centre of Intercom leads to. */
export const intercomArticle = (path: string) =>
  /^\/(?:[\w-]{2,40}\/)?(?:[\w-]{2,20}\/)?articles\/(\d{1,20})(?:[-/]|$)/.exec(path)?.[1]
