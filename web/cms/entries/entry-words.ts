import type { EntryRow } from '#contract/content/entries.ts'

export type Entry = EntryRow
export type EntryLanguage = Entry['languages'][number]

export const titleOf = ({ title }: Pick<Entry, 'title'>) => title || 'Untitled'

export const listPath = '/cms/content/list'
export const entryHref = ({ id, language }: Pick<Entry, 'id' | 'language'>, first?: string) =>
  `${listedHref(id)}${language === first ? '' : `?language=${encodeURIComponent(language)}`}`
/** In the first language. */
export const listedHref = (id: string) => `/cms/content/edit/${id}`
export const newEntryHref = (model?: string) =>
  model ? `/cms/content/create?model=${encodeURIComponent(model)}` : '/cms/content/create'
