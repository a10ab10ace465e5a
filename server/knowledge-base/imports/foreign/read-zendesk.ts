import type { ImportRemark } from '#contract/bulk/imports.ts'
import { remark } from '#server/knowledge-base/imports/remark.ts'
import type { ForeignGuide, ForeignPlace, ForeignText } from './foreign-text.ts'
import type { JsonFields } from './json.ts'
import { authorIn, byId, fieldsIn, htmlIn, idIn, leftIn, numberIn, textIn, textListIn, timeIn } from './json.ts'

// Fields of a Zendesk article that are imported or have no meaning outside Zendesk. They are not reported as left out.
const takenOfArticle = new Set(
  `id url html_url author_id comments_disabled draft promoted position created_at updated_at edited_at name title source_locale
  locale outdated outdated_locales user_segment_id user_segment_ids permission_group_id section_id label_names body translations
  content_tag_ids label_ids source_id source_type hidden created_by_id updated_by_id brand_id`.split(/\s+/),
)
const takenOfPlace = new Set(
  `id url html_url position created_at updated_at name description locale source_locale outdated category_id parent_section_id
  parent_section_type theme_template sorting translations manageable_by`.split(/\s+/),
)

export function readZendesk(pages: JsonFields[]): ForeignGuide {
  const all = (name: string) => pages.flatMap((page) => fieldsIn(page[name]))
  const around = {
    translations: Map.groupBy(
      all('translations'),
      ({ source_type, source_id }) => `${textIn(source_type) || 'Article'} ${idIn(source_id)}`,
    ),
    users: byId(all('users')),
    segments: byId(all('user_segments')),
    attachments: Map.groupBy(all('article_attachments'), ({ article_id }) => idIn(article_id)),
  }
  const inOrder = (rows: JsonFields[]) =>
    rows.toSorted((one, other) => numberIn(one.position) - numberIn(other.position))
  const places = [
    ...inOrder(all('categories')).flatMap((row) => placeOf(row, 'categories', 'Category', around)),
    ...inOrder(all('sections')).flatMap((row) => placeOf(row, 'sections', 'Section', around)),
  ]
  const articles = inOrder(all('articles')).toSorted(
    (one, other) => Number(other.promoted === true) - Number(one.promoted === true),
  )
  const redirects = [...all('redirect_rules'), ...all('records').filter((row) => 'redirect_from' in row)].map(
    (row) => ({ from: textIn(row.redirect_from), to: textIn(row.redirect_to) }),
  )
  return { places, redirects, texts: articles.flatMap((article) => textsOf(article, around)) }
}

type ReadingContext = {
  translations: Map<string, JsonFields[]>
  users: Map<string, JsonFields>
  segments: Map<string, JsonFields>
  attachments: Map<string | null, JsonFields[]>
}

function placeOf(row: JsonFields, kind: string, type: string, { translations }: ReadingContext): ForeignPlace[] {
  const id = idIn(row.id)
  if (!id) return []
  const parent = idIn(row.parent_section_id)
  const category = kind === 'sections' ? idIn(row.category_id) : null
  const others = [...fieldsIn(row.translations), ...(translations.get(`${type} ${id}`) ?? [])]
  const texts = new Map([
    [textIn(row.locale) || textIn(row.source_locale), { name: textIn(row.name), description: textIn(row.description) }],
    ...others.map(
      (text) => [textIn(text.locale), { name: textIn(text.title), description: textIn(text.body) }] as const,
    ),
  ])
  return [
    {
      source: `${kind}/${id}`,
      texts,
      address: textIn(row.html_url) || null,
      remarks: leftIn(row, takenOfPlace),
      above: parent ? `sections/${parent}` : category && `categories/${category}`,
    },
  ]
}

function textsOf(article: JsonFields, around: ReadingContext): ForeignText[] {
  const id = idIn(article.id)
  if (!id) return []
  const others = [...fieldsIn(article.translations), ...(around.translations.get(`Article ${id}`) ?? [])]
  // The article row contains the text in its source language. It comes last, so that it replaces a translation row in
  // the same language.
  const texts = new Map([...others, article].map((text) => [textIn(text.locale).toLowerCase(), text]))
  const own = [...texts.values()].toReversed()
  return own.map((text) => textOf(id, article, text, around))
}

function textOf(id: string, article: JsonFields, text: JsonFields, around: ReadingContext): ForeignText {
  const locale = textIn(text.locale)
  const section = idIn(article.section_id)
  const author = around.users.get(idIn(article.author_id) ?? '')
  const visibility = visibilityOf(article, around.segments)
  const isOwn = text === article
  return {
    source: `articles/${id}/${locale}`,
    thing: id,
    locale,
    within: section && `sections/${section}`,
    labels: textListIn(article.label_names),
    title: textIn(text.title) || textIn(text.name),
    html: htmlIn(text.body),
    isPinned: article.promoted === true,
    status: text.draft === true || text.hidden === true ? 'draft' : 'published',
    ...(visibility && { visibility }),
    ...authorIn(author),
    createdAt: timeIn(text.created_at) ?? timeIn(article.created_at),
    updatedAt:
      timeIn(text.edited_at) ?? timeIn(text.updated_at) ?? timeIn(article.edited_at) ?? timeIn(article.updated_at),
    address: textIn(text.html_url) || addressIn(textIn(article.html_url), textIn(article.locale), locale),
    remarks: [
      ...(isOutdated(article, text, locale) ? [remark('marked-outdated', locale)] : []),
      ...(isOwn ? ofArticle(article, around) : leftIn(text, takenOfArticle)),
    ],
  }
}

const ofArticle = (article: JsonFields, { attachments }: ReadingContext): ImportRemark[] => [
  ...leftIn(article, takenOfArticle),
  ...(article.comments_disabled === false && numberIn(article.comment_count) > 0
    ? [remark('field-left', 'comments')]
    : []),
  ...(attachments.get(idIn(article.id)) ?? [])
    .filter(({ inline }) => inline !== true)
    .map(({ content_url, file_name }) => remark('file-elsewhere', textIn(content_url) || textIn(file_name))),
]

const isOutdated = (article: JsonFields, text: JsonFields, locale: string) =>
  text.outdated === true ||
  (Array.isArray(article.outdated_locales) &&
    article.outdated_locales.some((one) => textIn(one).toLowerCase() === locale.toLowerCase()))

// Converts a user segment of Zendesk. The built-in segment "signed-in users" becomes `customers`. Other segments are
// narrower and become `team`.
function visibilityOf(article: JsonFields, segments: Map<string, JsonFields>) {
  const given = idIn(article.user_segment_id)
  if (given === null) return undefined
  const segment = segments.get(given)
  return segment?.user_type === 'signed_in_users' && segment.built_in === true
    ? ('customers' as const)
    : ('team' as const)
}

const addressIn = (address: string, from: string, to: string) =>
  from && address.includes(`/hc/${from}/`) ? address.replace(`/hc/${from}/`, `/hc/${to}/`) : null
