import { remark } from '#server/knowledge-base/imports/remark.ts'
import type { ForeignGuide, ForeignPlace, ForeignText } from './foreign-text.ts'
import type { JsonFields } from './json.ts'
import { byId, fieldsIn, htmlIn, idIn, idsIn, isFields, leftIn, numberIn, textIn, textListIn, timeIn } from './json.ts'

const takenOfArticle = new Set(
  `id number collectionId siteId status hasDraft name slug publicUrl popularity viewCount createdBy updatedBy createdAt updatedAt
  lastPublishedAt text categories keywords`.split(/\s+/),
)
const takenOfPlace = new Set(
  `id number siteId slug visibility order defaultSort name description publicUrl createdBy updatedBy createdAt updatedAt
  collectionId publishedArticleCount articleCount`.split(/\s+/),
)

/** Parses responses of Help Scout's Docs API for lists and for single items. Each Help Scout site has one language. */
export function readHelpscout(pages: JsonFields[]): ForeignGuide {
  const all = (many: string, one: string) =>
    pages.flatMap((page) => [
      ...(isFields(page[many]) ? fieldsIn(page[many].items) : fieldsIn(page[many])),
      ...(isFields(page[one]) ? [page[one]] : []),
    ])
  const collections = byId(all('collections', 'collection'))
  const categories = byId(all('categories', 'category'))
  const users = byId(
    pages.flatMap((page) => (isFields(page.users) ? fieldsIn(page.users.items) : fieldsIn(page.users))),
  )
  const inOrder = (rows: Map<string, JsonFields>) =>
    [...rows.values()].toSorted((one, other) => numberIn(one.order) - numberIn(other.order))
  const placeOf = (row: JsonFields, kind: string, above: string | null): ForeignPlace => ({
    source: `${kind}/${idIn(row.id)}`,
    above,
    remarks: leftIn(row, takenOfPlace),
    texts: new Map([['', { name: textIn(row.name), description: textIn(row.description) }]]),
    ...(row.visibility === 'private' && { visibility: 'team' as const }),
    address: textIn(row.publicUrl) || (idIn(row.number) ? `/${kind}/${idIn(row.number)}` : null),
  })
  // Prefers rows with text. Responses for lists contain articles without text; responses for single articles contain
  // the text.
  const articles = [...Map.groupBy(all('articles', 'article'), ({ id }) => idIn(id)).values()].map(
    (rows) => rows.find(({ text }) => text !== undefined) ?? rows[0]!,
  )
  const addresses = new Map(articles.map(({ id, number }) => [idIn(id), `/article/${idIn(number) ?? idIn(id)}`]))
  return {
    redirects: all('redirects', 'redirect').map(({ urlMapping, redirect, documentId }) => ({
      from: textIn(urlMapping),
      to: addresses.get(idIn(documentId)) ?? textIn(redirect),
    })),
    places: [
      ...inOrder(collections).map((row) => placeOf(row, 'collection', null)),
      ...inOrder(categories).map((row) =>
        placeOf(row, 'category', idIn(row.collectionId) && `collection/${idIn(row.collectionId)}`),
      ),
    ],
    texts: articles.flatMap((article) => textOf(article, users)),
  }
}

function textOf(article: JsonFields, users: Map<string, JsonFields>): ForeignText[] {
  const id = idIn(article.number) ?? idIn(article.id)
  if (!id) return []
  const [first, ...further] = idsIn(article.categories)
  const collection = idIn(article.collectionId)
  const author = users.get(idIn(article.updatedBy) ?? '') ?? users.get(idIn(article.createdBy) ?? '')
  return [
    {
      source: `articles/${id}`,
      thing: id,
      locale: '',
      title: textIn(article.name),
      html: htmlIn(article.text),
      within: first ? `category/${first}` : collection && `collection/${collection}`,
      labels: textListIn(article.keywords),
      status: article.status === 'published' ? 'published' : 'draft',
      ...(author && {
        author: {
          name: textIn(author.name) || `${textIn(author.firstName)} ${textIn(author.lastName)}`.trim(),
          email: textIn(author.email),
        },
      }),
      createdAt: timeIn(article.createdAt),
      updatedAt: timeIn(article.lastPublishedAt) ?? timeIn(article.updatedAt),
      address: textIn(article.publicUrl) || null,
      remarks: [
        ...leftIn(article, takenOfArticle),
        ...further.map((one) => remark('place-further', `category/${one}`)),
      ],
    },
  ]
}
