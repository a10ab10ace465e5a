import type { ListField } from '#web/cms/entry-list/filter/list-fields.ts'
import { Time } from '#web/lib/time/time.tsx'

/** What a field holds, in a line. */
export function FieldCell({ field, said }: { field: ListField; said: string[] }) {
  const [first] = said
  if (first === undefined) return <span className="text-ink-3">–</span>
  if (field.kind === 'boolean') return first === 'true' ? 'Yes' : 'No'
  if (field.kind === 'datetime') return <Time at={first} style="moment" />
  const words = said.join(', ')
  return <span title={words}>{words}</span>
}
