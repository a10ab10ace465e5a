import type { undeleteContentField } from '#contract/content/models.ts'
import type { Model, ShownField } from '#web/cms/settings/model-page.tsx'
import { Time } from '#web/lib/time/time.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'

/** Deleted fields that can be restored with all their values. */
export function DeletedFields({ model }: { model: Model }) {
  const deleted = model.fields.filter(({ deletedAt }) => deletedAt !== null)
  const { write, isPending } = useWrite(
    ({ id: field }: ShownField) =>
      ask<typeof undeleteContentField>('DELETE', '/api/v1/content-models/:id/fields/:field/trash', {
        params: { id: model.id, field },
      }),
    { done: (_, { label }) => `${label} restored`, tellsProblem: true },
  )
  if (deleted.length === 0) return null
  return (
    <section className="border-b border-line px-4 py-3 md:px-5">
      <h2 className="mb-1.5 font-semibold">Deleted fields</h2>
      <ul className="grid gap-1">
        {deleted.map((field) => (
          <li key={field.id} className="flex items-center gap-3">
            <span>{field.label}</span>
            <span className="text-meta text-ink-3">
              <Time at={field.deletedAt!} />
            </span>
            <Button size="sm" busy={isPending} onClick={() => write(field)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
