import { fieldKind } from './field-kind.ts'

/** An address of the web: http or https. */
export const url = fieldKind({ name: 'url', settings: {} })
