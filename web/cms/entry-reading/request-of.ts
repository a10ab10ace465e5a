import type { EntryPageData } from '#web/cms/entry-writing/entry-data.ts'

type RequestInput = Pick<ReadingProps, 'entry' | 'model' | 'language' | 'languages'>

/** The URL of an entry. The first language and the published perspective are the defaults. */
export function requestOf(
  { entry, model, language, languages }: RequestInput,
  perspective: 'draft' | 'published' = 'published',
) {
  const query = new URLSearchParams({
    ...(language !== languages[0] && { locale: language }),
    ...(perspective === 'draft' && { perspective }),
  }).toString()
  return `/api/v1/content/${model.pluralKey}/${encodeURIComponent(entry.slug || entry.id)}${query && `?${query}`}`
}

export type ReadingProps = Omit<EntryPageData, 'entry'> & {
  entry: NonNullable<EntryPageData['entry']>
  actions: { setDialog: (dialog: null) => void; publish: () => unknown; isPending: boolean }
}
