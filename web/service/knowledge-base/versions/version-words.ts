import type { z } from 'zod'
import type { Comparison, Version } from '#contract/knowledge-base/versions.ts'

export type VersionRow = z.output<typeof Version>
export type Compared = z.output<typeof Comparison>
export type ComparedBlock = Compared['blocks'][number]

export function nameOf({ kind, note, author, isLive }: VersionRow): string {
  const what = note || kinds[kind]
  const who = author?.name ? `${author.name}, ` : ''
  return `${who}${isLive ? 'live now' : what}`
}

const kinds: Record<VersionRow['kind'], string> = {
  edit: 'written',
  publication: 'published',
  restoration: 'restored',
  import: 'imported',
}

export const fieldLabels: Record<Compared['fields'][number]['field'], string> = {
  title: 'Title',
  slug: 'Slug',
  excerpt: 'Excerpt',
  metaTitle: 'Title for search engines',
  metaDescription: 'Description',
  socialImage: 'Picture where it is linked to',
}
