import type { FieldsProps } from './asking-dialog.tsx'

/** What is chosen is the answer. */
export function EntryFields({ editor, onTake }: FieldsProps) {
  const { entries } = editor.storage.port.now()
  return entries && <entries.Search onChoose={(entry) => onTake({ entry })} />
}
