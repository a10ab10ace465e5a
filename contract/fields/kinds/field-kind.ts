import { z } from 'zod'
import { line } from '#contract/endpoint.ts'

/** A field kind on both sides: its name in the API, and its settings. */
export type FieldKindDeclaration = { name: string; settings: z.ZodRawShape }

export const fieldKind = <const D extends FieldKindDeclaration>(declared: D): D => declared

/** A limit of characters or items. */
export const most = (number: number) => z.int().min(1).max(number)

/** The unit of a number. */
export const unit = line(20).min(1).describe('Shown after the number: min')
