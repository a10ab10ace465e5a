import { type Fields, type ForeignText, fieldsIn, idIn, pathTo, textIn } from './foreign-text.ts'

/** Answers of Zendesk's Help Center API: categories, sections, articles and translations, each in any of the files. */
export function readZendesk(pages: Fields[]): ForeignText[] {
  const all = (name: string) => pages.flatMap((page) => fieldsIn(page[name]))
  const categories = byId(all('categories'))
  const sections = byId(all('sections'))
  const translations = Map.groupBy(
    all('translations').filter(({ source_type }) => source_type === undefined || source_type === 'Article'),
    ({ source_id }) => idIn(source_id),
  )
  const placeOf = (key: string) => {
    const [kind, id = ''] = key.split(' ')
    const place = (kind === 'category' ? categories : sections).get(id)
    if (!place) return undefined
    const parent = idIn(place.parent_section_id)
    const category = idIn(place.category_id)
    const above = parent ? `section ${parent}` : category && kind === 'section' ? `category ${category}` : null
    return { name: textIn(place.name), above }
  }
  return all('articles').flatMap((article) => {
    const id = idIn(article.id)
    if (!id) return []
    const section = idIn(article.section_id)
    const category = pathTo(section && `section ${section}`, placeOf)
    const others = [...fieldsIn(article.translations), ...(translations.get(id) ?? [])]
    return distinct([article, ...others]).map((text) => textOf(id, article, text, category))
  })
}

const byId = (rows: Fields[]) => new Map(rows.map((row) => [idIn(row.id) ?? '', row]))

/** The article itself is its text in its own language. */
const distinct = (texts: Fields[]) => [
  ...new Map(texts.toReversed().map((text) => [textIn(text.locale).toLowerCase(), text])).values(),
]

function textOf(id: string, article: Fields, text: Fields, category: string[]): ForeignText {
  const locale = textIn(text.locale)
  const labels = Array.isArray(article.label_names) ? article.label_names.map(textIn).filter(Boolean) : []
  const isDraft = text.draft === true || text.hidden === true
  return {
    ...{ source: `articles/${id}/${locale}`, thing: id, locale, category, labels },
    ...{ title: textIn(text.title) || textIn(text.name), html: textIn(text.body) },
    status: isDraft ? 'draft' : 'published',
    isRestricted: idIn(article.user_segment_id) !== null,
    address: textIn(text.html_url) || addressIn(textIn(article.html_url), textIn(article.locale), locale),
  }
}

/** Of a translation, which has none of its own in some answers. */
const addressIn = (address: string, from: string, to: string) =>
  from && address.includes(`/hc/${from}/`) ? address.replace(`/hc/${from}/`, `/hc/${to}/`) : null

/** The article that an address of a help centre of Zendesk leads to, in whatever language and under whatever title. */
export const zendeskArticle = (path: string) =>
  /^\/hc\/(?:[\w-]{2,20}\/)?articles\/(\d{1,20})(?:[-/]|$)/.exec(path)?.[1]
export const zendeskPaths = (path: string, id: string) => [path, path.slice(0, path.indexOf(id) + id.length)]
