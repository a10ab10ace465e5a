import type { EditedEntry, showEntry } from '#contract/content/entries.ts'
import type { EntryPageData } from '#web/cms/entry-writing/entry-data.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useTextBeside } from '#web/lib/writing/use-text-beside.ts'

export type Beside = ReturnType<typeof useBeside>

export function useBeside({ entry, language, languages }: EntryPageData) {
  const { text, ...beside } = useTextBeside<EditedEntry>({
    subject: entry,
    language,
    languages,
    version: entry?.revision,
    read: (id, locale, signal) =>
      ask<typeof showEntry>('GET', '/api/v1/content-entries/:id', { params: { id }, query: { locale }, signal }),
  })
  return { ...beside, entry: text }
}
