import { fieldKind } from './field-kind.ts'

/** A telephone number with its country, in the form of E.164: +4930123456. */
export const phone = fieldKind({ name: 'phone', settings: {} })
