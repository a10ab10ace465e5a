import { parse } from 'yaml'
import { z } from 'zod'
import type { ImportRemark } from '#contract/bulk/imports.ts'
import { line } from '#contract/endpoint.ts'
import { articleStatuses } from '#contract/knowledge-base/articles.ts'
import { mostDepth, OwnPath, visibilities } from '#contract/knowledge-base/categories.ts'
import { Slug } from '#contract/writing/slugs.ts'

type FrontMatter = { [K in keyof typeof readers]?: NonNullable<ReturnType<(typeof readers)[K]>> }
type FrontMatterResult = { front: FrontMatter; remarks: Omit<ImportRemark, 'line'>[] }

// Maps the names in front matter, including the names that other programs use, to fields. `date` is ignored, because
// publishing sets the time.
const names: Record<string, keyof FrontMatter> = {
  title: 'title',
  slug: 'slug',
  category: 'category',
  categories: 'category',
  status: 'status',
  labels: 'labels',
  tags: 'labels',
  language: 'language',
  visibility: 'visibility',
  lang: 'language',
  description: 'description',
  excerpt: 'description',
  meta_title: 'metaTitle',
  meta_description: 'metaDescription',
  social_image: 'socialImage',
  pinned: 'isPinned',
  feedback: 'takesFeedback',
  review_every_days: 'reviewEveryDays',
  redirect_from: 'redirects',
  redirects: 'redirects',
  aliases: 'redirects',
}

export function readFrontMatter(text: string | null): FrontMatterResult {
  const fields = text === null ? {} : parseFields(text)
  if (!fields) return { front: {}, remarks: [{ code: 'front-matter-unreadable', about: '' }] }
  const front: FrontMatter = {}
  const remarks: FrontMatterResult['remarks'] = []
  for (const [name, value] of Object.entries(fields)) {
    const known = Object.hasOwn(names, name.toLowerCase()) ? names[name.toLowerCase()] : undefined
    if (!known || value === null || value === '') continue
    const read = readers[known](value)
    if (read === undefined)
      remarks.push({ code: known === 'redirects' ? 'redirect-unusable' : 'value-unusable', about: name.slice(0, 100) })
    else Object.assign(front, { [known]: read })
  }
  if (fields.draft === true && front.status === undefined) front.status = 'draft'
  return { front, remarks }
}

/** YAML aliases are not resolved, because they can expand without limit. */
function parseFields(text: string): Record<string, unknown> | null {
  try {
    const read: unknown = parse(text, { maxAliasCount: 0, logLevel: 'error', schema: 'core' })
    if (read === null || read === undefined) return {}
    return typeof read === 'object' && !Array.isArray(read) ? (read as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const words = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
const oneLine = (most: number) => (value: unknown) => {
  const read = words(value)?.replace(/\s+/g, ' ')
  return read === undefined ? undefined : line(most).safeParse(read.slice(0, most)).data
}
const list = (value: unknown, separator: RegExp): string[] | undefined => {
  const all = Array.isArray(value) ? value.map(words) : words(value)?.split(separator)
  return all?.every((one) => one !== undefined) ? all.map((one) => one!.trim()).filter(Boolean) : undefined
}
const each = <T>(values: string[] | undefined, read: (value: string) => T | undefined): T[] | undefined => {
  const all = values?.map(read)
  return all?.every((one) => one !== undefined) ? all : undefined
}
const mostLabels = 20

const readers = {
  title: oneLine(200),
  description: oneLine(300),
  metaTitle: oneLine(70),
  metaDescription: oneLine(170),
  socialImage: oneLine(1000),
  isPinned: (value: unknown) => z.boolean().safeParse(value).data,
  takesFeedback: (value: unknown) => z.boolean().safeParse(value).data,
  reviewEveryDays: (value: unknown) => z.int().min(1).max(1000).safeParse(value).data,
  slug: (value: unknown) => Slug.safeParse(words(value)?.replace(/^\/+|\/+$/g, '')).data,
  category: (value: unknown) => each(list(value, /\s*[/>]\s*/), oneLine(80))?.slice(0, mostDepth),
  status: (value: unknown) =>
    articleStatuses.find((status) => status === words(value)?.toLowerCase().replace(/[ -]/g, '_')),
  labels: (value: unknown) => each(list(value, /\s*,\s*/), oneLine(50))?.slice(0, mostLabels),
  language: (value: unknown) => words(value),
  visibility: (value: unknown) => visibilities.find((visibility) => visibility === words(value)?.toLowerCase()),
  redirects: (value: unknown) => each(list(value, /\s+/), readPath),
}

/** Reads the path of an old URL. Accepts full URLs, too, because lists of old URLs contain them. */
function readPath(address: string): string | undefined {
  const path = URL.canParse(address) ? new URL(address).pathname : address.split(/[?#]/)[0]
  return OwnPath.safeParse(path).data
}
