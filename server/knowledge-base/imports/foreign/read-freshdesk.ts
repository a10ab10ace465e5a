import { remark } from '#server/knowledge-base/imports/remark.ts'
import type { ForeignGuide, ForeignPlace, ForeignText } from './foreign-text.ts'
import type { JsonFields } from './json.ts'
import { authorIn, byId, fieldsIn, htmlIn, idIn, isFields, leftIn, textIn, textListIn, timeIn } from './json.ts'

const takenOfArticle = new Set(
  `id type category_id folder_id hierarchy thumbs_up thumbs_down hits tags seo_data agent_id title description description_text
  status created_at updated_at language language_id path url draft modified_at modified_by attachments outdated`.split(
    /\s+/,
  ),
)
const takenOfPlace = new Set(
  `id name description created_at updated_at language visibility category_id parent_folder_id hierarchy articles_count
  sub_folders_count position visible_in_portals folder_type`.split(/\s+/),
)

/** Parses responses of Freshdesk's Solutions API: plain lists, or lists under a type name. */
export function readFreshdesk(pages: JsonFields[]): ForeignGuide {
  const named = (name: string) => pages.flatMap((page) => fieldsIn(page[name]))
  // Rows of plain lists have no type. Articles have a folder, and folders have a numeric visibility.
  const bare = pages.filter((page) => idIn(page.id) !== null)
  const isArticle = (row: JsonFields) => folderIn(row) !== null && typeof row.title === 'string'
  const isFolder = (row: JsonFields) => !isArticle(row) && typeof row.visibility === 'number'
  const articles = [...named('articles'), ...bare.filter(isArticle)]
  const folders = [...named('folders'), ...bare.filter(isFolder)]
  const categories = [...named('categories'), ...bare.filter((row) => !isArticle(row) && !isFolder(row))]
  const agents = byId(named('agents'))
  const visible = new Map(folders.map((row) => [idIn(row.id) ?? '', row.visibility]))
  return {
    places: [
      ...placesOf(categories, 'categories', () => null),
      ...placesOf(folders, 'folders', (row) => {
        const parent = idIn(row.parent_folder_id) ?? aboveIn(row, 'folder')
        const category = idIn(row.category_id) ?? aboveIn(row, 'category')
        return parent ? `folders/${parent}` : category && `categories/${category}`
      }),
    ],
    texts: articles.flatMap((article) => textOf(article, { agents, visible })),
  }
}

/** Returns the id of the nearest ancestor of a type. Responses list the nearest ancestor last. */
const aboveIn = (row: JsonFields, type: string): string | null =>
  idIn(
    fieldsIn(row.hierarchy)
      .filter((one) => one.type === type)
      .map(({ data }) => (isFields(data) ? data.id : undefined))
      .at(-1),
  )
const folderIn = (row: JsonFields) => idIn(row.folder_id) ?? aboveIn(row, 'folder')

/** Merges the rows of a category or folder with the same id, because Freshdesk lists one row per language. */
function placesOf(rows: JsonFields[], kind: string, aboveOf: (row: JsonFields) => string | null): ForeignPlace[] {
  return [...Map.groupBy(rows, ({ id }) => idIn(id))].flatMap(([id, [first, ...rest]]) => {
    if (!id || !first) return []
    const visibility = visibilityOf(first.visibility)
    return {
      source: `${kind}/${id}`,
      above: aboveOf(first),
      remarks: leftIn(first, takenOfPlace),
      texts: new Map(
        [first, ...rest].map((row) => [
          textIn(row.language),
          { name: textIn(row.name), description: textIn(row.description) },
        ]),
      ),
      ...(visibility && { visibility }),
      address: kind === 'folders' ? `/support/solutions/folders/${id}` : `/support/solutions/${id}`,
    }
  })
}

// Converts Freshdesk's visibility: 1 means everyone, 2 signed-in users, 3 agents. Other numbers are groups of customers
// and become `team`.
const visibilityOf = (value: unknown) => {
  if (typeof value !== 'number' || value === 1) return undefined
  return value === 2 ? ('customers' as const) : ('team' as const)
}

type ReadingContext = { agents: Map<string, JsonFields>; visible: Map<string, unknown> }

function textOf(article: JsonFields, { agents, visible }: ReadingContext): ForeignText[] {
  const id = idIn(article.id)
  if (!id) return []
  const locale = textIn(article.language)
  const folder = folderIn(article)
  const agent = agents.get(idIn(article.agent_id) ?? '')
  const contact = isFields(agent?.contact) ? agent.contact : agent
  const seo = isFields(article.seo_data) ? article.seo_data : {}
  const visibility = visibilityOf(visible.get(folder ?? ''))
  return [
    {
      source: `articles/${id}/${locale}`,
      thing: id,
      locale,
      within: folder && `folders/${folder}`,
      title: textIn(article.title),
      html: htmlIn(article.description),
      metaTitle: textIn(seo.meta_title),
      metaDescription: textIn(seo.meta_description),
      labels: textListIn(article.tags),
      status: article.status === 2 ? 'published' : 'draft',
      ...(visibility && { visibility }),
      ...authorIn(contact),
      createdAt: timeIn(article.created_at),
      updatedAt: timeIn(article.modified_at) ?? timeIn(article.updated_at),
      address: textIn(article.url) || textIn(article.path) || null,
      remarks: [
        ...leftIn(article, takenOfArticle),
        ...leftIn(seo, new Set(['meta_title', 'meta_description'])),
        ...(article.outdated === true ? [remark('marked-outdated', locale)] : []),
        ...fieldsIn(article.attachments).map((one) =>
          remark('file-elsewhere', textIn(one.attachment_url) || textIn(one.name)),
        ),
      ],
    },
  ]
}
