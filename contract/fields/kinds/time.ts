import { fieldKind } from './field-kind.ts'

/** A time of day, 09:30 or 09:30:15. */
export const time = fieldKind({ name: 'time', settings: {} })
