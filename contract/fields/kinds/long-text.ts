import { fieldKind, most } from './field-kind.ts'

/** Several lines of plain text. */
export const longText = fieldKind({
  name: 'long_text',
  settings: { minLength: most(100_000).optional(), maxLength: most(100_000).optional() },
})
