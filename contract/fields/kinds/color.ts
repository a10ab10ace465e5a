import { fieldKind } from './field-kind.ts'

/** A color as #rrggbb or #rrggbbaa. */
export const color = fieldKind({ name: 'color', settings: {} })
