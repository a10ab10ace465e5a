import type { EntryPageData } from '#web/cms/entry-writing/entry-data.ts'

type RequestInput = Pick<ReadingProps, 'entry' | 'model' | 'language' | 'languages'>

/** Returns the API URL of an entry. Omits the defaults: the first language and the published perspective. */
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
