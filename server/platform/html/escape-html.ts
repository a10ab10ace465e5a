const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)

/** Characters that XML 1.0 forbids (section 2.2), and the control characters from U+007F to U+009F. */
const unwritable = /[[\p{Cc}\p{Cs}\ufffe\uffff]--[\t\n\r]]/gv

export const xml = (text: string) => escapeHtml(text.replace(unwritable, ''))

export const xmlDocument = (...lines: string[]) => `<?xml version="1.0" encoding="UTF-8"?>\n${lines.join('\n')}\n`
