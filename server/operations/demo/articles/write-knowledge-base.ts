import { sql } from 'kysely'
import type { Document, FlowNode, ListItem, Paragraph } from '#contract/writing/document.ts'
import { changeArticle, createArticle } from '#server/knowledge-base/articles/create-article.ts'
import { publish, sendForReview } from '#server/knowledge-base/articles/publication/states.ts'
import { changeCategory, createCategory } from '#server/knowledge-base/categories/categories/change-categories.ts'
import { changeLanguages } from '#server/knowledge-base/categories/change-settings.ts'
import { rankPopular } from '#server/knowledge-base/feedback/views/rank-popular.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { DemoArticle, DemoCategory, DemoText } from './demo-article.ts'

type Call = { tx: WorkspaceTx; caller: { id: string } }

export async function writeKnowledgeBase(tx: WorkspaceTx, [first, second]: string[], categories: DemoCategory[]) {
  await changeLanguages(tx, { actor: { type: 'agent', id: first! } }, { items: ['en', 'de'] })
  let turn = 0
  const nextCall = (): Call => {
    turn += 1
    return { tx, caller: { id: (turn % 3 === 0 ? second : first)! } }
  }
  for (const category of categories) await writeCategory(nextCall, category, null)
  for (const template of articleTemplates)
    await createArticle(nextCall(), { title: template[0], isTemplate: true }, { document: documentOf(template) })
}

async function writeCategory(nextCall: () => Call, category: DemoCategory, parent: string | null) {
  const [name, description] = category.en
  const call = nextCall()
  const id = await createCategory(call, { name, description, icon: category.icon, parent })
  const [germanName, germanDescription] = category.de
  await changeCategory(call, id, { language: 'de', name: germanName, description: germanDescription })
  for (const article of category.articles) await writeArticle(nextCall(), article, id)
  for (const below of category.below ?? []) await writeCategory(nextCall, below, id)
}

async function writeArticle(
  call: Call,
  { en, de, labels = [], visibility, reviewEveryDays, state }: DemoArticle,
  category: string,
) {
  const fields = { title: en[0], category, labels, ...(visibility && { visibility }), reviewEveryDays }
  const id = await createArticle(call, fields, { document: documentOf(en) })
  if (de) await changeArticle(call, id, { language: 'de', title: de[0] }, { document: documentOf(de) })
  if (state === 'in_review') await sendForReview(call, id, {})
  if (state === 'draft' || state === 'in_review') return
  const at = state === 'planned' ? { at: inDays(9) } : {}
  for (const language of de ? ['en', 'de'] : ['en']) await publish(call, id, { language, ...at })
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

export function documentOf([, ...lines]: DemoText): Document {
  const content: FlowNode[] = []
  for (const line of lines) {
    const [mark, text] = markOf(line)
    const last = content.at(-1)
    if (mark === '## ') content.push({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] })
    else if (mark === '> ') content.push({ type: 'callout', attrs: { kind: 'tip' }, content: [paragraph(text)] })
    else if (mark === '') content.push(paragraph(text))
    else {
      const type = mark === '- ' ? 'bulletList' : 'orderedList'
      const item: ListItem = { type: 'listItem', content: [paragraph(text)] }
      if (last?.type === type) last.content.push(item)
      else content.push({ type, content: [item] })
    }
  }
  return { type: 'doc', content }
}

const marks = ['## ', '> ', '- ']

function markOf(line: string): [mark: string, text: string] {
  const number = /^\d+\. /.exec(line)?.[0]
  const mark = number ?? marks.find((one) => line.startsWith(one)) ?? ''
  return [mark, line.slice(mark.length)]
}

const paragraph = (text: string): Paragraph => ({ type: 'paragraph', content: [{ type: 'text', text }] })

const articleTemplates: DemoText[] = [
  [
    'Do something',
    'In one sentence: who needs this, and what they have when they are done.',
    '## Before you begin',
    '- What they need at hand',
    '- What they may have to ask somebody for',
    '## Steps',
    '1. One thing to do, with what they see then',
    '2. The next one',
    '> What saves time, or goes wrong easily.',
    '## When it does not work',
    'The most common reason first, and where to write to us.',
  ],
  [
    'Something does not work',
    'What they see, in the words that they would search for.',
    '## Why it happens',
    'The cause in two sentences.',
    '## What to do',
    '1. The way out that helps the most people',
    '2. The next one',
    '## If that does not help',
    'What to tell us, so that we can help at once.',
  ],
]

const searches: [query: string, times: number, results: number][] = [
  ['shift templates', 38, 0],
  ['nfc card', 21, 0],
  ['dark mode', 12, 0],
  ['export', 54, 9],
  ['clock in', 41, 6],
  ['swap', 33, 4],
  ['invoice', 26, 1],
]

const comments: [title: string, comment: string, email: string | null][] = [
  ['Overtime rules explained', 'Which rule wins where two of them fit?', 'noor.haddad@customer.example'],
  ['Why an export has fewer rows than the rota', 'My missing rows were breaks. The article does not name them.', null],
  ['Why an export has fewer rows than the rota', 'Too long, I gave up at the second list.', null],
]

const poor = comments.map(([title]) => title)

export async function tellReaders(tx: WorkspaceTx) {
  const { workspaceId } = tx
  await sql`
    insert into article_counts (workspace_id, article_id, views, recent_views, helpful, unhelpful)
    select ${workspaceId}, article_id, views, views / 9.0, round(views * 0.05 * share), round(views * 0.05 * (1 - share))
    from (
      select t.article_id, 90 + abs(hashtext(t.title)::bigint) % 3800 as views,
        case when t.title = any (${poor}) then 0.58 else 0.78 + abs(hashtext(t.slug)::bigint) % 17 / 100.0 end as share
      from article_texts t
      where t.workspace_id = ${workspaceId} and t.language = 'en' and t.live_version is not null
    ) read`.execute(tx)
  await sql`
    insert into article_days (workspace_id, day, article_id, views)
    select ${workspaceId}, current_date - n, article_id, 1 + views / 120 - (views / 240) * (extract(isodow from current_date - n) > 5)::int
    from article_counts cross join generate_series(0, 89) as n where workspace_id = ${workspaceId} and views > 0`.execute(
    tx,
  )
  await sql`
    insert into article_feedback (workspace_id, article_id, language, is_helpful, created_at)
    select ${workspaceId}, article_id, 'en', n <= helpful / 6, now() - interval '29 days' * (n::float8 / (helpful / 6 + unhelpful / 6 + 1))
    from article_counts cross join generate_series(1, helpful / 6 + unhelpful / 6) as n
    where workspace_id = ${workspaceId}`.execute(tx)
  await sql`
    insert into article_feedback (workspace_id, article_id, language, is_helpful, comment, email, version, created_at)
    select ${workspaceId}, t.article_id, 'en', false, c.comment, c.email, t.live_version, now() - interval '3 days' * c.place
    from unnest(${comments.map(([title]) => title)}::text[], ${comments.map(([, comment]) => comment)}::text[],
      ${comments.map(([, , email]) => email)}::text[]) with ordinality as c (title, comment, email, place)
    join article_texts t on t.workspace_id = ${workspaceId} and t.language = 'en' and t.title = c.title`.execute(tx)
  await sql`
    insert into article_searches (workspace_id, query, language, asker, results, created_at)
    select ${workspaceId}, s.query, 'en', 'visitor', s.results, now() - interval '29 days' * (n::float8 / (s.times + 1))
    from unnest(${searches.map(([query]) => query)}::text[], ${searches.map(([, times]) => times)}::int[],
      ${searches.map(([, , results]) => results)}::int[]) as s (query, times, results)
    cross join generate_series(1, s.times) as n`.execute(tx)
  await rankPopular(tx)
}
