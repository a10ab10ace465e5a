import { Refusal } from '#server/platform/refusal.ts'

export const unknown = (detail: string) => new Refusal('query-unknown', { detail })
export const tooMuch = (detail: string) => new Refusal('query-too-much', { detail })
