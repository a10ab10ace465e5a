import { z } from 'zod'
import { line } from '#contract/endpoint.ts'

/** A kind of field as both sides know it: its name on the wire, and what can be set of it beside what every field has. */
export type FieldKindDeclaration = { name: string; settings: z.ZodRawShape }

export const fieldKind = <const D extends FieldKindDeclaration>(declared: D): D => declared

/** How many letters or items a field takes, where a setting says so. */
export const most = (number: number) => z.int().min(1).max(number)

/** What numbers are of, for whoever writes them. */
export const unit = line(20).min(1).describe('Shown after the number: min')
