import { fieldKind } from './field-kind.ts'

/** A phone number with its country code (E.164): +4930123456. */
export const phone = fieldKind({ name: 'phone', settings: {} })
