import { Refusal } from '#server/platform/refusal.ts'

/** The place after a row, for the page that follows. The time keeps its microseconds, so it is the database's own text. */
export const cursorOf = ({ key, id }: { key: string; id: string }) => Buffer.from(`${key}|${id}`).toString('base64url')

export function readCursor(cursor: string): { receivedAt: string; id: string } {
  const [receivedAt = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('|')
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/.test(receivedAt) || !/^[0-9a-f-]{36}$/.test(id)) {
    throw new Refusal('invalid', { detail: 'This cursor is not valid. Begin with the first page.' })
  }
  return { receivedAt, id }
}
