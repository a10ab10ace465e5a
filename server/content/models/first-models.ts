import { randomUUID } from 'node:crypto'
import type { NewField } from '#contract/fields/fields.ts'
import { readFields } from '#server/content/models/changes/read-fields.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { modelsOf } from './find-models.ts'
import { insertFirstModels } from './queries.ts'

type FirstModel = { key: string; pluralKey: string; name: string; description: string; fields: NewField[] }

const title: NewField = { key: 'title', kind: 'text', required: 'on_publish' }
const slug: NewField = { key: 'slug', kind: 'slug' }
const body: NewField = { key: 'body', kind: 'rich_text', searchable: true }

const firstModels: FirstModel[] = [
  {
    key: 'article',
    pluralKey: 'articles',
    name: 'Article',
    description: 'For a blog, news, stories',
    fields: [
      title,
      slug,
      { key: 'category', kind: 'category' },
      { key: 'cover', kind: 'media', kinds: ['image'] },
      { key: 'summary', kind: 'long_text', searchable: true },
      body,
      { key: 'author', kind: 'text' },
    ],
  },
  {
    key: 'page',
    pluralKey: 'pages',
    name: 'Page',
    description: 'For what stands by itself: about, imprint',
    fields: [title, slug, body],
  },
]

/** Creates the sample models of a new workspace. No lock is needed, because nobody else uses the workspace yet. */
export async function createFirstModels(tx: WorkspaceTx) {
  const none = modelsOf(0, [])
  await insertFirstModels(
    tx,
    firstModels.map((model) => ({
      ...model,
      id: randomUUID(),
      kind: 'collection' as const,
      fields: readFields(none, [], { isComponent: false, changes: model.fields, sunsetDays: 0 }),
      change: model,
    })),
  )
}
