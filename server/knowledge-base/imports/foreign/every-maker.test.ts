import type { ServerBuild } from 'react-router'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listArticles, showArticle } from '#contract/knowledge-base/articles.ts'
import { changeLanguages, listCategories } from '#contract/knowledge-base/categories.ts'
import { createApp } from '#server/app.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'
import { as } from '#test/ask.ts'
import { execute, readBytes, report } from '#test/run-import.ts'
import { acme, owner, platform, settings } from '#test/world.ts'
import { zip } from '#test/zip.ts'

const build: ServerBuild = await import(new URL('server/index.js', buildFolder).href)
const app = await createApp(platform, { load: async () => build })
afterAll(() => app.close())

const asAdmin = as(acme.admin)
const png = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

beforeEach(async () => {
  for (const table of ['import_sources', 'imports', 'redirects', 'articles', 'categories'])
    await owner.query(`delete from ${table} where workspace_id = any($1)`, [[acme.id]])
  await asAdmin(changeLanguages, { body: { items: ['en', 'de', 'fr'] } })
})

/** Values that differ between vendors: URLs of an article and a category, a callout, and URLs of files. */
type MakerIds = { article: string; place: string; box: string; picture: string; file: string; lost: string }

/** Returns HTML with all kinds of content: headings, links, embeds, a callout, a table, code, a picture and a file. */
const bodyOf = ({ article, place, box, picture, file, lost }: MakerIds) => `<h2 id="h_first">First part</h2>
<p><a href="#h_last">below</a> <a href="${article}#h_part">the other</a> <a href="${place}">the place</a> <a href="${lost}">gone</a></p>
<p><iframe src="//www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe></p><p><iframe src="https://player.vimeo.com/video/76979871"></iframe></p>
<iframe src="https://docs.google.com/document/d/1/pub"></iframe><video src="https://cdn.example.com/a.mp4"></video>
${box}<table><tr><th>Key</th></tr><tr><td>Value</td></tr></table><pre>code
more</pre><script>alert(1)</script><input name="coupon"><svg><text>drawn</text></svg>
<p><img src="${picture}" alt="A shift"> <a href="${file}">Plan</a> <a href="mailto:a@b.example">write</a></p><h3 id="h_last">Last part</h3><p>End</p>`
const otherBody = '<p>Before</p><h2 id="h_part">The part</h2><p>After</p>'

const zendeskOwn: MakerIds = {
  ...{ article: '/hc/en-us/articles/102-Other', place: '/hc/en-us/sections/12-Deep', lost: '/hc/en-us/articles/999' },
  box: '<div class="callout callout--warning"><p>Careful</p></div>',
  ...{ picture: '/hc/article_attachments/555/shift.png', file: '/hc/article_attachments/556/plan.pdf' },
}
const zendeskHost = 'https://halyard.zendesk.com/hc/en-us'
const zendesk = {
  categories: [{ id: 1, name: 'Top', locale: 'en-us', html_url: `${zendeskHost}/categories/1-Top` }],
  sections: [
    { id: 11, category_id: 1, name: 'Middle', locale: 'en-us', html_url: `${zendeskHost}/sections/11-Middle` },
    { id: 12, category_id: 1, parent_section_id: 11, name: 'Deep', locale: 'en-us' },
  ],
  articles: [
    {
      ...{ id: 101, locale: 'en-us', title: 'Whole', section_id: 12, draft: false, label_names: ['rota'] },
      ...{ html_url: `${zendeskHost}/articles/101-Whole`, body: bodyOf(zendeskOwn), vote_sum: 12 },
    },
    { id: 102, locale: 'en-us', title: 'Other', section_id: 11, draft: true, body: otherBody },
    { id: 103, locale: 'en-us', title: 'Bare', section_id: 11, draft: false },
  ],
  translations: [
    ...[
      ['de', 'Ganz', 'Oben', 'Tief'],
      ['fr', 'Entier', 'Haut', 'Profond'],
    ].flatMap(([locale, title, top, deep]) => [
      { source_id: 101, source_type: 'Article', locale, title, body: bodyOf(zendeskOwn) },
      { source_id: 102, source_type: 'Article', locale, title: `${title} 2`, body: otherBody, draft: true },
      { source_id: 1, source_type: 'Category', locale, title: top, body: '' },
      { source_id: 12, source_type: 'Section', locale, title: deep, body: '' },
    ]),
  ],
  redirect_rules: [
    {
      id: 'r1',
      redirect_from: '/hc/en-us/old-whole',
      redirect_to: `${zendeskHost}/articles/101`,
      redirect_status: '301',
    },
    { id: 'r2', redirect_from: '/hc/en-us/old-gone', redirect_to: '/hc/en-us/articles/998', redirect_status: '301' },
  ],
  posts: [{ id: 1, title: 'In the community' }],
  ...{ count: 3, next_page: null },
}

const intercomHost = 'https://help.halyard.example/en'
const intercomOwn: MakerIds = {
  ...{ article: `${intercomHost}/articles/102-other`, place: `${intercomHost}/collections/12-deep` },
  lost: `${intercomHost}/articles/999-gone`,
  box: '<div class="intercom-interblocks-callout" style="border-color: #ff0"><p>Careful</p></div>',
  picture: 'https://downloads.intercomcdn.com/i/o/555/shift.png?expires=1',
  file: 'https://downloads.intercomcdn.com/i/o/556/plan.pdf?expires=1',
}
const inLanguages = (of: (title: string) => object) => ({
  translated_content: { type: 'article_translated_content', de: of('Ganz'), fr: of('Entier') },
})
const intercom = [
  {
    type: 'list',
    data: [
      { type: 'collection', id: '1', name: 'Top', parent_id: null, url: `${intercomHost}/collections/1-top` },
      {
        ...{ type: 'collection', id: '11', name: 'Middle', parent_id: '1' },
        translated_content: { type: 'group_translated_content', de: { name: 'Oben' }, fr: { name: 'Haut' } },
      },
      {
        ...{ type: 'collection', id: '12', name: 'Deep', parent_id: '11', description: 'All of it' },
        translated_content: { type: 'group_translated_content', de: { name: 'Tief' }, fr: { name: 'Profond' } },
      },
      { type: 'section', id: '21', name: 'Section', collection_id: '1' },
    ],
  },
  {
    type: 'list',
    pages: { type: 'pages', page: 1 },
    data: [
      {
        ...{ type: 'article', id: '101', title: 'Whole', state: 'published', parent_id: 12, parent_type: 'collection' },
        ...{ default_locale: 'en', url: `${intercomHost}/articles/101-whole`, body: bodyOf(intercomOwn) },
        ...{ tags: { type: 'tag.list', tags: [{ name: 'rota' }] }, ai_chatbot_availability: true },
        ...inLanguages((title) => ({ type: 'article_content', title, state: 'published', body: bodyOf(intercomOwn) })),
      },
      {
        ...{ type: 'article', id: '102', title: 'Other', state: 'draft', parent_id: 21, parent_type: 'section' },
        ...{ default_locale: 'en', body: otherBody },
        ...inLanguages((title) => ({ title: `${title} 2`, state: 'draft', body: otherBody })),
      },
      { type: 'article', id: '103', title: 'Bare', state: 'draft', parent_id: 11, default_locale: 'en' },
      { type: 'article', id: '104', title: 'Empty', state: 'draft', parent_id: 11, default_locale: 'en', body: null },
    ],
  },
  { news_items: [{ id: 1, title: 'News' }] },
]

const helpscoutHost = 'https://halyard.helpscoutdocs.com'
const helpscoutOwn: MakerIds = {
  ...{ article: `${helpscoutHost}/article/102-other`, place: '/category/11-middle', lost: '/article/999-gone' },
  box: '<section class="callout-yellow"><p>Careful</p></section>',
  picture: '//s3.amazonaws.com/helpscout.net/docs/assets/1/images/555/shift.png',
  file: '//s3.amazonaws.com/helpscout.net/docs/assets/1/attachments/556/plan.pdf',
}
const helpscout = [
  { collections: { page: 1, pages: 1, count: 1, items: [{ id: 'c1', number: 1, name: 'Top', slug: 'top' }] } },
  {
    categories: {
      items: [
        { id: 'k11', number: 11, collectionId: 'c1', name: 'Middle', slug: 'middle', order: 1 },
        { id: 'k12', number: 12, collectionId: 'c1', name: 'Deep', slug: 'deep', order: 2 },
      ],
    },
  },
  {
    articles: {
      items: [
        { id: 'a101', number: 101, collectionId: 'c1', status: 'published', name: 'Whole' },
        { id: 'a103', number: 103, collectionId: 'c1', status: 'published', name: 'Bare' },
      ],
    },
  },
  ...[
    {
      number: 101,
      name: 'Whole',
      categories: ['k12', 'k11'],
      text: bodyOf(helpscoutOwn),
      keywords: ['rota'],
      related: ['a9'],
    },
    { number: 102, name: 'Other', categories: ['k11'], text: otherBody, status: 'notpublished' },
    { number: 104, name: 'Ganz', categories: ['k12'], text: bodyOf(helpscoutOwn) },
    { number: 105, name: 'Entier', categories: ['k12'], text: bodyOf(helpscoutOwn) },
  ].map((article) => ({
    article: {
      ...{ id: `a${article.number}`, collectionId: 'c1', status: 'published', ...article },
      publicUrl: `${helpscoutHost}/article/${article.number}-${article.name.toLowerCase()}`,
    },
  })),
  {
    redirects: {
      items: [
        { id: 'r1', siteId: 's1', urlMapping: '/old-whole', redirect: `${helpscoutHost}/article/101-whole` },
        { id: 'r2', siteId: 's1', urlMapping: '/old-other', type: 'article', documentId: 'a101', anchor: null },
        { id: 'r3', siteId: 's1', urlMapping: '/old-gone', redirect: 'https://elsewhere.example/' },
      ],
    },
  },
  { sites: { items: [{ id: 's1', subDomain: 'halyard' }] } },
]

const freshdeskOwn: MakerIds = {
  ...{ article: '/en/support/solutions/articles/102-other', place: '/support/solutions/folders/12' },
  lost: '/support/solutions/articles/999',
  box: '<div class="fd-callout fd-callout--warning"><p>Careful</p></div>',
  picture: 'https://s3.amazonaws.com/cdn.freshdesk.com/data/helpdesk/attachments/production/555/original/shift.png',
  file: 'https://halyard.freshdesk.com/helpdesk/attachments/556/plan.pdf',
}
const freshdeskLanguages = [
  ['en', 'Whole', 'Top', 'Middle', 'Deep'],
  ['de', 'Ganz', 'Oben', 'Mitte', 'Tief'],
  ['fr', 'Entier', 'Haut', 'Milieu', 'Profond'],
] as const
const freshdesk = [
  freshdeskLanguages.map(([language, , name]) => ({ id: 1, language, name, description: null })),
  freshdeskLanguages.flatMap(([language, , , middle, deep]) => [
    {
      ...{ id: 11, language, name: middle, visibility: 1 },
      hierarchy: [{ level: 0, type: 'category', data: { id: 1, name: 'Top' } }],
    },
    { id: 12, language, name: deep, visibility: 1, category_id: 1, parent_folder_id: 11 },
  ]),
  freshdeskLanguages.flatMap(([language, title]) => [
    {
      ...{ id: 101, language, title, folder_id: 12, status: 2, description: bodyOf(freshdeskOwn), tags: ['rota'] },
      seo_data: { meta_title: title, meta_keywords: ['a', 'b'] },
    },
    {
      ...{ id: 102, language, title: language === 'en' ? 'Other' : `${title} 2`, status: 1, description: otherBody },
      hierarchy: [
        { level: 0, type: 'category', data: { id: 1 } },
        { level: 1, type: 'folder', data: { id: 11 } },
      ],
    },
  ]),
  [{ id: 103, language: 'en', title: 'Bare', folder_id: 11, status: 2 }],
  { discussions: [{ id: 7, title: 'In the forum' }] },
]

const files = [
  { path: '555/shift.png', bytes: png },
  { path: '556/plan.pdf', bytes: Buffer.from('%PDF-1.4') },
]

const namesOf = ({ texts }: { texts?: { language: string; name: string }[] }) =>
  ['en', 'de', 'fr'].flatMap((own) => texts!.find(({ language }) => language === own)?.name ?? []).join('/')
const tree = async () => (await asAdmin(listCategories, { query: {} })).items
async function show(title: string, language = 'en') {
  const { items } = await asAdmin(listArticles, { query: { limit: 100, language } })
  const { id } = items.find((one) => one.title === title)!
  return asAdmin(showArticle, { params: { id }, query: { language } })
}
const leadOf = async (url: string) => {
  const { statusCode, headers } = await app.inject({ url, headers: { host: `${acme.domain}.${settings.rootDomain}` } })
  return statusCode === 301 ? headers.location : statusCode
}
/** Requests every internal link of a page. Returns the URLs with their status codes. */
async function addressesIn(html: string) {
  const hrefs = [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href!.split('#')[0]!)
  return Promise.all(
    [...new Set(hrefs)].map(async (url) => {
      const { statusCode } = await app.inject({ url, headers: { host: `${acme.domain}.${settings.rootDomain}` } })
      return { url, statusCode }
    }),
  )
}

type Maker = {
  kind: string
  pages: object
  own: MakerIds
  /** The titles of the article `Whole`, each with its language. */
  texts: [title: string, language: string][]
  /**
   * `old`: former URLs of the article `Whole`, with the language of the target. `place`: a former URL of a category.
   */
  old: [path: string, language: string | null][]
  place: string
  names: string[]
  left: string[]
}
const threeTexts: Maker['texts'] = [
  ['Whole', 'en'],
  ['Ganz', 'de'],
  ['Entier', 'fr'],
]
const makers: Maker[] = [
  {
    ...{ kind: 'zendesk-guide', pages: zendesk, own: zendeskOwn, texts: threeTexts, place: '/hc/fr/sections/12-x' },
    old: [
      ['/hc/en-us/articles/101-Whole', null],
      ['/hc/de/articles/101', 'de'],
      ['/hc/fr/articles/101-Autre', 'fr'],
      ['/hc/en-us/old-whole', null],
    ],
    names: ['Top/Oben/Haut', 'Middle', 'Deep/Tief/Profond'],
    left: [
      'field-left: vote_sum: 12',
      'field-left: posts: 1',
      'redirect-unusable: /hc/en-us/old-gone to /hc/en-us/articles/998',
    ],
  },
  {
    ...{
      kind: 'intercom-articles',
      pages: intercom,
      own: intercomOwn,
      texts: threeTexts,
      place: '/fr/collections/12-x',
    },
    old: [
      ['/en/articles/101-whole', null],
      ['/de/articles/101-x', 'de'],
      ['/fr/articles/101', 'fr'],
    ],
    names: ['Top', 'Middle/Oben/Haut', 'Deep/Tief/Profond', 'Section'],
    left: ['field-left: ai_chatbot_availability: true', 'field-left: news_items: 1'],
  },
  {
    ...{ kind: 'helpscout-docs', pages: helpscout, own: helpscoutOwn, place: '/category/12-x' },
    texts: [
      ['Whole', 'en'],
      ['Ganz', 'en'],
      ['Entier', 'en'],
    ],
    old: [
      ['/article/101-whole', null],
      ['/article/101', null],
      ['/old-whole', null],
      ['/old-other', null],
    ],
    names: ['Top', 'Middle', 'Deep'],
    left: [
      ...['place-further: category/k11', 'field-left: related: ["a9"]', 'field-left: sites: 1'],
      'redirect-unusable: /old-gone to https://elsewhere.example/',
    ],
  },
  {
    ...{ kind: 'freshdesk-solutions', pages: freshdesk, own: freshdeskOwn, texts: threeTexts },
    place: '/fr/support/solutions/folders/12',
    old: [
      ['/en/support/solutions/articles/101-whole', null],
      ['/de/support/solutions/articles/101', 'de'],
      ['/support/solutions/articles/101-x', null],
    ],
    names: ['Top/Oben/Haut', 'Middle/Mitte/Milieu', 'Deep/Tief/Profond'],
    left: ['field-left: meta_keywords: ["a","b"]', 'field-left: discussions: 1'],
  },
]

test.each(makers)(
  'each thing of an export of $kind is here or in the report, and no address leads nowhere',
  async (maker) => {
    const { kind, pages, own, texts } = maker
    const bytes = zip([{ path: 'export.json', bytes: JSON.stringify(pages) }, ...files])
    const read = await readBytes('export.zip', bytes, acme.admin, kind)
    expect(await execute(read.id)).toMatchObject({ state: 'done', failed: 0 })
    const remarks = (await report(read.id)).flatMap(({ source, remarks }) =>
      remarks.map(({ code, about }) => ({ source, said: `${code}: ${about}` })),
    )
    const said = remarks.map((one) => one.said)
    expect(said).toEqual(expect.arrayContaining(maker.left))
    expect(remarks.find((one) => one.said === 'text-missing: ')?.source).toMatch(/103/)
    expect((await tree()).map(namesOf).toSorted()).toEqual(maker.names.toSorted())

    const other = await show('Other')
    expect(other.status).toBe('draft')
    const deep = (await tree()).find(({ name }) => name === 'Deep')!
    const ids = new Set<string>()
    for (const [title, language] of texts) {
      const whole = await show(title, language)
      ids.add(whole.id)
      expect(whole).toMatchObject({ status: 'published', category: { id: deep.id } })
      const written = JSON.stringify(whole.document)
      const parts = [
        ...['"href":"#last-part"', `"${other.id}"`, '"anchor":"the-part"', '"type":"callout"', '"type":"table"'],
        ...[
          'youtube',
          'vimeo',
          '"href":"https://docs.google.com/document/d/1/pub"',
          '"href":"https://cdn.example.com/a.mp4"',
        ],
        ...['"type":"codeBlock"', '"type":"file"', '"type":"picture"', 'mailto:a@b.example'],
      ]
      expect(parts.filter((part) => !written.includes(part))).toEqual([])
      expect(whole.files!.map(({ bytes: size }) => size).toSorted()).toEqual([8, png.length].toSorted())
      for (const code of ['embed-linked', 'media-linked', 'script-dropped', 'form-dropped', 'drawing-dropped'])
        expect(said.filter((one) => one.startsWith(code))).toHaveLength(texts.length)
      expect(said.filter((one) => one === `link-broken: ${own.lost}`)).toHaveLength(texts.length)
    }
    expect(ids.size).toBe(kind === 'helpscout-docs' ? 3 : 1)

    const whole = await show('Whole')
    for (const [path, language] of maker.old) {
      const { slug } = language ? await show(texts.find(([, one]) => one === language)![0], language) : whole
      expect({ path, lead: await leadOf(path) }).toEqual({
        path,
        lead: `${language ? `/${language}` : ''}/knowledgebase/article/${encodeURIComponent(slug)}`,
      })
    }
    expect(await leadOf(maker.place)).toMatch(new RegExp(`/knowledgebase/category/${deep.slug}$`))
    // Links to drafts are shown as plain text, so all links work except `lost`.
    const page = await app.inject({
      url: `/knowledgebase/article/${whole.slug}`,
      headers: { host: `${acme.domain}.${settings.rootDomain}` },
    })
    const article = /<article[\s\S]*<\/article>/.exec(page.payload)?.[0] ?? ''
    const lost = new URL(own.lost, 'https://x.example').pathname
    expect((await addressesIn(article)).filter(({ url, statusCode }) => statusCode >= 400 && url !== lost)).toEqual([])

    const again = await readBytes('export.zip', bytes, acme.admin, kind)
    expect(again.counts).toMatchObject({ create: 0, change: 0 })
  },
)
