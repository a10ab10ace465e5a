/** As many characters as the API takes of a customer. */
export const mostTyped = 65_536

/** What stands in the plain field of a form. Forms send a line break as two characters, and one counts against the limit. */
export const typedText = (form: FormData) => String(form.get('text') ?? '').replaceAll('\r\n', '\n')

/** A pasted text that is longer than a message may be comes along whole, as a file. */
export const asFile = ({ addFiles }: { addFiles: (files: File[]) => void }) => ({
  label: 'Attach the whole text as a file',
  onAct: (text: string) => addFiles([new File([text], 'pasted-text.txt', { type: 'text/plain' })]),
})
