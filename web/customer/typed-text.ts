/** As many characters as the API takes of a customer. */
export const mostTyped = 65_536

/** What stands in the plain field of a form. Forms send a line break as two characters, and one counts against the limit. */
export const typedText = (form: FormData) => String(form.get('text') ?? '').replaceAll('\r\n', '\n')
