const opening = '<details><summary>Signature</summary>'
const closing = '</details>'

/** Sanitised HTML of a mail whose signature can be folded. No other HTML of a mail has these elements. */
export const foldSignature = (body: string, signature: string): string => `${body}${opening}${signature}${closing}`

/** The same for mail programs, which fold nothing. */
export const unfoldSignature = (html: string): string => html.replaceAll(opening, '<div>').replaceAll(closing, '</div>')
