const opening = '<details><summary>Signature</summary>'
const closing = '</details>'

/** Clean HTML of a mail whose signature is folded. No other HTML of a mail has such elements. */
export const foldSignature = (body: string, signature: string): string => `${body}${opening}${signature}${closing}`

/** The same for mail programs, which fold nothing. */
export const unfoldSignature = (html: string): string => html.replaceAll(opening, '<div>').replaceAll(closing, '</div>')
