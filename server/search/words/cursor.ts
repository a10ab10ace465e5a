import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** The sort key of the last row, as the database writes it, and the id that settles ties. */
const Cursor = z.strictObject({
  key: z
    .string()
    .regex(/^(infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00)$/)
    .refine((key) => key === 'infinity' || isTime(key)),
  id: Id,
})
export type Cursor = z.output<typeof Cursor>

/** JavaScript reads February 30 as another day. */
function isTime(key: string): boolean {
  const time = new Date(key)
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 10) === key.slice(0, 10)
}

export const writeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

export function readCursor(written: string | undefined): Cursor | undefined {
  return written === undefined ? undefined : readAs(Cursor, written)
}

/** For lists by title. Rows without a title in the language come last. */
const TitleCursor = z.strictObject({
  isMissing: z.boolean(),
  key: z
    .string()
    .max(400)
    .refine((key) => !key.includes('\0')),
  id: Id,
})
export type TitleCursor = z.output<typeof TitleCursor>

export const writeTitleCursor = (cursor: TitleCursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

export const readTitleCursor = (written: string | undefined): TitleCursor | undefined =>
  written === undefined ? undefined : readAs(TitleCursor, written)

export const writeIdCursor = (id: string) => Buffer.from(JSON.stringify(id)).toString('base64url')

export const readIdCursor = (written: string | undefined): string | undefined =>
  written === undefined ? undefined : readAs(Id, written)

export const writeNumberCursor = (number: number) => Buffer.from(JSON.stringify(number)).toString('base64url')

export const readNumberCursor = (written: string | undefined): number | undefined =>
  written === undefined ? undefined : readAs(z.int().min(0), written)

function readAs<T>(schema: z.ZodType<T>, written: string): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(written, 'base64url').toString()))
  } catch {
    const message = 'This cursor does not come from a list'
    throw new Refusal('invalid', { detail: message, fields: { cursor: message } })
  }
}
