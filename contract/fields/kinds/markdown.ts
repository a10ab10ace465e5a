import { fieldKind, most } from './field-kind.ts'

/** Text in Markdown (CommonMark); delivered as it was written. */
export const markdown = fieldKind({ name: 'markdown', settings: { maxLength: most(200_000).optional() } })
