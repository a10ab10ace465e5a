import { fieldKind, most } from './field-kind.ts'

/** Markdown text (CommonMark), delivered as written. */
export const markdown = fieldKind({ name: 'markdown', settings: { maxLength: most(200_000).optional() } })
