import { fieldKind } from './field-kind.ts'

/** Latitude and longitude in degrees (WGS 84). */
export const location = fieldKind({ name: 'location', settings: {} })
