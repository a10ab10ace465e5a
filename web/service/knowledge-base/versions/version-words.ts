import type { z } from 'zod'
import type { Comparison, Version } from '#contract/knowledge-base/versions.ts'

export type VersionRow = z.output<typeof Version>
export type ComparedVersions = z.output<typeof Comparison>
export type ComparedBlock = ComparedVersions['blocks'][number]

export const fieldLabels: Record<ComparedVersions['fields'][number]['field'], string> = {
  title: 'Title',
  slug: 'URL',
  excerpt: 'Excerpt',
  metaTitle: 'Title for search engines',
  metaDescription: 'Description',
  socialImage: 'Social image',
}
