import { fieldKind } from './field-kind.ts'

/** A web address: http or https. */
export const url = fieldKind({ name: 'url', settings: {} })
