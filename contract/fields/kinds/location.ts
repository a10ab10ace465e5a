import { fieldKind } from './field-kind.ts'

/** A place on earth: latitude and longitude in degrees (WGS 84). */
export const location = fieldKind({ name: 'location', settings: {} })
