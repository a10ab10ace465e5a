import { fieldKind } from './field-kind.ts'

/** Yes or no. */
export const boolean = fieldKind({ name: 'boolean', settings: {} })
