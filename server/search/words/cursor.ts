import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** `key` is the sort time of the last row, as the database writes it. `id` orders rows with equal keys. */
const Cursor = z.strictObject({
  key: z
    .string()
    .regex(/^(infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00)$/)
    .refine((key) => key === 'infinity' || isTime(key)),
  id: Id,
})
export type Cursor = z.output<typeof Cursor>

// Returns false for a text that is no date, and for dates such as February 30, which JavaScript reads as a day in
// March.
function isTime(key: string): boolean {
  const time = new Date(key)
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 10) === key.slice(0, 10)
}

export const writeCursor = (cursor: Cursor) => write(cursor)

export const rowCursor = ({ sortKey, id }: { sortKey: string; id: string }) => writeCursor({ key: sortKey, id })

export function cutPage<Row>(rows: Row[], limit: number, cursorOf: (last: Row) => string) {
  const shown = rows.slice(0, limit)
  return { shown, next: rows.length > limit ? cursorOf(shown.at(-1)!) : null }
}

export const readCursor = (written: string | undefined) => readAs(Cursor, written)

/** What a list is sorted by. */
export type SortKind = 'time' | 'number' | 'text'

const sortKeys: Record<SortKind, z.ZodType<string>> = {
  time: Cursor.shape.key,
  number: z.string().regex(/^\d{1,10}$/),
  text: z
    .string()
    .max(400)
    .refine((key) => !key.includes('\0')),
}

/** Reads the cursor of a list with several orders. `writeCursor` writes the cursor. */
export const readSortCursor = (written: string | undefined, kind: SortKind): Cursor | undefined =>
  readAs(z.strictObject({ key: sortKeys[kind], id: Id }), written)

/** Reads the cursor of a list in groups. The row with `key` and `id` is in the group; null is the group without a name. */
export const readGroupCursor = (written: string | undefined, kind: SortKind) =>
  readAs(z.strictObject({ group: sortKeys.text.nullable(), key: sortKeys[kind], id: Id }), written)

export const writeGroupCursor = (cursor: Cursor & { group: string | null }) => write(cursor)

// Cursor of lists that are sorted by title. `isMissing`: the row has no title in the language, so it is at the end of
// the list.
const TitleCursor = z.strictObject({
  isMissing: z.boolean(),
  key: z
    .string()
    .max(400)
    .refine((key) => !key.includes('\0')),
  id: Id,
})
export type TitleCursor = z.output<typeof TitleCursor>

export const writeTitleCursor = (cursor: TitleCursor) => write(cursor)

export const readTitleCursor = (written: string | undefined) => readAs(TitleCursor, written)

export const writeIdCursor = (id: string) => write(id)
export const readIdCursor = (written: string | undefined) => readAs(Id, written)

/** Cursor of lists that are sorted by a text that no two rows share. */
export const writeTextCursor = (text: string) => write(text)
export const readTextCursor = (written: string | undefined) => readAs(sortKeys.text, written)

export const writeNumberCursor = (number: number) => write(number)
export const readNumberCursor = (written: string | undefined) => readAs(z.int().min(0), written)

const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function readAs<T>(schema: z.ZodType<T>, written: string | undefined): T | undefined {
  if (written === undefined) return undefined
  try {
    return schema.parse(JSON.parse(Buffer.from(written, 'base64url').toString()))
  } catch {
    const message = 'This cursor does not come from a list'
    throw new Refusal('invalid', { detail: message, fields: { cursor: message } })
  }
}
