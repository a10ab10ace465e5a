import type { NewField } from '#contract/fields/fields.ts'
import type { Document } from '#contract/writing/document.ts'
import { changeCategory, createCategory } from '#server/content/categories/change-categories.ts'
import { archive, publish, sendForReview } from '#server/content/entries/publication/states.ts'
import { changeEntry, createEntry } from '#server/content/entries/writing/write-entry.ts'
import { addAsset } from '#server/content/media/assets/add-asset.ts'
import { changeAsset } from '#server/content/media/assets/change-asset.ts'
import { measureAsset } from '#server/content/media/assets/measure-asset.ts'
import { createModel } from '#server/content/models/changes/change-model.ts'
import { storeBytes } from '#server/files/uploads/store-bytes.ts'
import { demoAdmin } from '#server/operations/demo/demo-admin.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { drawPng } from '#server/platform/pictures/picture-work.ts'
import { changes } from './changes.ts'
import type { DemoAuthor, DemoPost, Words } from './demo-entry.ts'
import { posts } from './posts.ts'

type DemoWorkspace = { workspaceId: string; domain: string }
type Call = { tx: WorkspaceTx; caller: Member; platform: Platform }

export async function writeContent(platform: Platform, place: DemoWorkspace, [adminId]: string[]) {
  const caller = demoAdmin(place, adminId!)
  const pictures = await addCovers(platform, caller)
  await inWorkspace(platform.app, place.workspaceId, async (tx) => {
    const call = { tx, caller, platform }
    await writeModels(call)
    const people = await writeAuthors(call)
    const categories = await writeCategories(call)
    for (const [index, post] of posts.entries())
      await writePost(call, post, {
        cover: pictures[index % pictures.length]!,
        author: people.get(post.author)!,
        category: categories.get(post.category)!,
      })
    for (const { en, de, day, kind } of changes) {
      const fields = { title: en[0], text: en[1], day, kind }
      const german = de && { title: de[0], text: de[1] }
      await publish(call, { model: 'changes', id: await write(call, 'changes', fields, german) }, {})
    }
  })
}

async function addCovers(platform: Platform, caller: Member): Promise<string[]> {
  const ids: string[] = []
  for (const cover of covers) {
    const body = await drawCover(cover)
    const file = await storeBytes(platform, caller, { name: cover[0], mime: 'image/png', body })
    const measured = await measureAsset(platform, caller.workspaceId, file)
    const words = cover[0].replace('.png', '').replaceAll('-', ' ')
    ids.push(
      await inWorkspace(platform.app, caller.workspaceId, async (tx) => {
        const { id } = await addAsset({ tx, caller, platform }, measured, {})
        await changeAsset({ tx, caller, platform }, id, { alt: { en: `Hills under a sun, ${words}` } })
        return id
      }),
    )
  }
  return ids
}

const localized = { localized: true } as const

async function writeModels(call: Call) {
  const model = (key: string, name: string, icon: string, fields: NewField[]) =>
    createModel(call, { key, name, icon, localized: true, isPublic: true, fields })
  await model('author', 'Author', 'user', [
    { key: 'name', kind: 'text', required: 'always' },
    { key: 'slug', kind: 'slug' },
    { key: 'bio', kind: 'long_text', ...localized },
    { key: 'portrait', kind: 'media', kinds: ['image'] },
  ])
  await model('post', 'Blog post', 'newspaper', [
    { key: 'title', kind: 'text', required: 'on_publish', searchable: true, ...localized },
    { key: 'slug', kind: 'slug', ...localized, width: 'half' },
    { key: 'category', kind: 'category', width: 'half' },
    { key: 'summary', kind: 'long_text', maxLength: 300, searchable: true, ...localized },
    { key: 'cover', kind: 'media', kinds: ['image'] },
    { key: 'body', kind: 'rich_text', searchable: true, ...localized },
    { key: 'author', kind: 'reference', models: ['author'], onDelete: 'restrict' },
  ])
  await createModel(call, {
    key: 'change',
    name: 'Changelog',
    icon: 'megaphone',
    localized: true,
    isPublic: true,
    defaultSort: '-day',
    fields: [
      { key: 'title', kind: 'text', required: 'on_publish', ...localized },
      { key: 'slug', kind: 'slug', ...localized },
      { key: 'day', kind: 'date', indexed: true, width: 'half' },
      { key: 'kind', kind: 'select', options: kinds, width: 'half' },
      { key: 'text', kind: 'markdown', searchable: true, ...localized },
    ],
  })
}

const kinds = [
  { key: 'new', label: 'New', color: '#1f6feb' },
  { key: 'better', label: 'Better', color: '#0f766e' },
  { key: 'mended', label: 'Mended', color: '#b45309' },
]

async function write(call: Call, model: string, fields: Record<string, unknown>, german?: Record<string, unknown>) {
  const id = await createEntry(call, model, { fields, locale: 'en' })
  if (german) await changeEntry(call, { model, id }, { fields: german, locale: 'de' })
  return id
}

async function writeAuthors(call: Call): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { name, en, de } of authors) {
    const id = await write(call, 'authors', { name, bio: en }, { bio: de })
    await publish(call, { model: 'authors', id }, {})
    ids.set(name, id)
  }
  return ids
}

const categoryNames = [
  ['guides', 'Guides', 'Ratgeber'],
  ['stories', 'Stories', 'Geschichten'],
  ['company', 'Company', 'Firma'],
  ['payroll', 'Payroll', 'Lohn'],
] as const

async function writeCategories(call: Call): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [slug, name, german] of categoryNames) {
    const id = await createCategory(call, { name, slug })
    await changeCategory(call, id, { name: german, locale: 'de' })
    ids.set(slug, id)
  }
  return ids
}

type Leads = { cover: string; author: string; category: string }

async function writePost(call: Call, { en, de, state }: DemoPost, leads: Leads) {
  const named = { model: 'posts', id: await write(call, 'posts', { ...fieldsOf(en), ...leads }, de && fieldsOf(de)) }
  if (state === 'in_review') await sendForReview(call, named, {})
  if (state === 'draft' || state === 'in_review') return
  await publish(call, named, state === 'planned' ? { at: inDays(4) } : {})
  if (state === 'archived') for (const language of de ? ['en', 'de'] : ['en']) await archive(call, named, language)
  if (state === 'changed')
    await changeEntry(call, named, { fields: { summary: `${en[1]} Now on every tablet, too.` }, locale: 'en' })
}

const fieldsOf = ([title, summary, ...paragraphs]: Words) => ({ title, summary, body: documentOf(paragraphs) })

const documentOf = (paragraphs: string[]): Document => ({
  type: 'doc',
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

export const authors: DemoAuthor[] = [
  {
    name: 'Sofia Bianchi',
    en: 'Writes about shifts that people can live with.',
    de: 'Schreibt über Schichten, mit denen man leben kann.',
  },
  {
    name: 'Wanda Zielinska',
    en: 'Ran three bakeries before she joined Halyard.',
    de: 'Leitete drei Bäckereien, bevor sie zu Halyard kam.',
  },
  {
    name: 'Priya Raman',
    en: 'Reads labour law so that you do not have to.',
    de: 'Liest Arbeitsrecht, damit Sie es nicht müssen.',
  },
  { name: 'Jonas Lindqvist', en: 'Builds what clocks in and out.', de: 'Baut, was ein- und ausstempelt.' },
  {
    name: 'Mina Park',
    en: 'Founded Halyard after one double booking too many.',
    de: 'Gründete Halyard nach einer Doppelbelegung zu viel.',
  },
]

const size = { width: 1200, height: 800 }

const covers = [
  ['rolling-hills.png', '#dfe8e6', '#2f6f63', '#d9a441'],
  ['evening.png', '#f3d9dc', '#8a2f4b', '#f0a35e'],
  ['harbour.png', '#dbe7f5', '#1f4f8a', '#f5f2ea'],
  ['bakery.png', '#f7ead8', '#a3682a', '#e8542f'],
  ['night-shift.png', '#1d2b4d', '#0d1530', '#f5e7b2'],
  ['meadow.png', '#e6f0d8', '#4f7d2a', '#f2c14e'],
  ['terracotta.png', '#f6e2d4', '#b5532a', '#ffffff'],
  ['slate.png', '#e4e6ea', '#49525e', '#8fb3d9'],
] as const

const drawCover = ([, sky, hill, sun]: (typeof covers)[number]): Promise<Buffer> =>
  drawPng(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="${size.width}" height="${size.height}">
      <rect width="1200" height="800" fill="${sky}"/>
      <circle cx="860" cy="250" r="120" fill="${sun}"/>
      <path d="M0 620 C 240 430 420 520 620 600 S 1000 470 1200 560 V 800 H 0 Z" fill="${hill}" opacity=".6"/>
      <path d="M0 700 C 300 560 520 690 760 650 S 1100 600 1200 660 V 800 H 0 Z" fill="${hill}"/>
    </svg>`)
