import type { EntryRow } from '#contract/content/entries.ts'

export type Entry = EntryRow
export type EntryLanguage = Entry['languages'][number]

export const titleOf = ({ title }: Pick<Entry, 'title'>) => title || 'Untitled'

export const listPath = '/cms/content/list'
/** Returns the URL of the entry editor. The URL has no language if the language is `first`, the default. */
export const hrefOf = (id: string, language?: string, first?: string) =>
  `/cms/content/edit/${id}${!language || language === first ? '' : `?language=${encodeURIComponent(language)}`}`
export const createHref = (model?: string, language?: string) => {
  const query = new URLSearchParams({ ...(model && { model }), ...(language && { language }) }).toString()
  return `/cms/content/create${query && `?${query}`}`
}
