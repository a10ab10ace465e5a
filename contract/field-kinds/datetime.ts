import { fieldKind } from './field-kind.ts'

/** A moment (ISO 8601 with its offset), kept and delivered in UTC. */
export const datetime = fieldKind({ name: 'datetime', settings: {} })
