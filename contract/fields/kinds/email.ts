import { fieldKind } from './field-kind.ts'

/** An e-mail address. */
export const email = fieldKind({ name: 'email', settings: {} })
