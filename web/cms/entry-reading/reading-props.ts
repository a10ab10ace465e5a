import type { EntryPageData } from '#web/cms/entry-writing/entry-data.ts'

/** What the dialogs about who reads an entry know of it, and what can be done from them. */
export type ReadingProps = Omit<EntryPageData, 'entry'> & {
  entry: NonNullable<EntryPageData['entry']>
  actions: { setDialog: (dialog: null) => void; publish: () => unknown; isPending: boolean }
}
