import { remark } from '#server/knowledge-base/imports/remark.ts'
import type { ForeignGuide, ForeignPlace, ForeignText } from './foreign-text.ts'
import type { JsonFields } from './json.ts'
import { authorIn, byId, fieldsIn, htmlIn, idIn, idsIn, isFields, leftIn, numberIn, textIn, timeIn } from './json.ts'

const takenOfArticle = new Set(
  `type id workspace_id title description body author_id state created_at updated_at url parent_id parent_ids parent_type
  default_locale translated_content statistics tags`.split(/\s+/),
)
const takenOfPlace = new Set(
  `type id workspace_id name description created_at updated_at url icon order default_locale translated_content parent_id
  collection_id help_center_id`.split(/\s+/),
)

export function readIntercom(pages: JsonFields[]): ForeignGuide {
  const all = pages.flatMap((page) => [page.data, page.articles, page.collections].flatMap(fieldsIn))
  const admins = byId(pages.flatMap((page) => fieldsIn(page.admins)))
  const places = all.filter(isPlaceRow).toSorted((one, other) => numberIn(one.order) - numberIn(other.order))
  const articles = all.filter((row) => !isPlaceRow(row))
  return { places: places.flatMap(placeOf), texts: articles.flatMap((article) => textsOf(article, admins)) }
}

/** In earlier API versions, subcollections have the type `section`. */
const isPlaceRow = ({ type }: JsonFields) => type === 'collection' || type === 'section'
const placeSource = (type: unknown, id: string) => `${type === 'section' ? 'sections' : 'collections'}/${id}`

/** Returns the texts of a collection or article by language. Its default language comes first. */
function textsIn(row: JsonFields): Map<string, JsonFields> {
  const first = textIn(row.default_locale) || 'en'
  const translated = isFields(row.translated_content) ? row.translated_content : {}
  const others = Object.entries(translated).filter(
    (entry): entry is [string, JsonFields] => isFields(entry[1]) && entry[0] !== first,
  )
  return new Map([[first, row], ...others])
}

function placeOf(row: JsonFields): ForeignPlace[] {
  const id = idIn(row.id)
  if (!id) return []
  const above = idIn(row.parent_id) ?? idIn(row.collection_id)
  const texts = [...textsIn(row)].map(
    ([locale, text]) => [locale, { name: textIn(text.name), description: textIn(text.description) }] as const,
  )
  return [
    {
      source: placeSource(row.type, id),
      above: above && `collections/${above}`,
      texts: new Map(texts),
      address: textIn(row.url) || null,
      remarks: leftIn(row, takenOfPlace),
    },
  ]
}

function textsOf(article: JsonFields, admins: Map<string, JsonFields>): ForeignText[] {
  const id = idIn(article.id)
  if (!id) return []
  const author = admins.get(idIn(article.author_id) ?? '')
  const places = idsIn(article.parent_ids)
  const parent = idIn(article.parent_id) ?? places[0] ?? null
  const tags = isFields(article.tags)
    ? fieldsIn(article.tags.tags)
        .map(({ name }) => textIn(name))
        .filter(Boolean)
    : []
  return [...textsIn(article)].map(
    ([locale, text]): ForeignText => ({
      source: `articles/${id}/${locale}`,
      thing: id,
      locale,
      within: parent && placeSource(article.parent_type, parent),
      labels: tags,
      title: textIn(text.title),
      html: htmlIn(text.body),
      description: textIn(text.description),
      status: text.state === 'published' ? 'published' : 'draft',
      ...authorIn(author),
      createdAt: timeIn(text.created_at),
      updatedAt: timeIn(text.updated_at),
      address: textIn(text.url) || null,
      remarks: [
        ...leftIn(text, takenOfArticle),
        ...(text === article
          ? places.filter((one) => one !== parent).map((one) => remark('place-further', `collections/${one}`))
          : []),
      ],
    }),
  )
}
