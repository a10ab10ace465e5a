import { ListPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { mostCustomFields } from '#contract/fields/custom-field-values.ts'
import { listTicketFields, type TicketField } from '#contract/fields/custom-fields.ts'
import { api } from '#web/lib/api.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { requireService } from '#web/service/require-service.ts'
import { SettingsFrame } from '#web/service/settings/settings-frame.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import type { Route } from './+types/ticket-fields.ts'
import { FieldRows } from './field-rows.tsx'
import { restoreField } from './restore-field.ts'

export const meta = () => [{ title: 'Ticket fields · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  await requireService(context)
  const { call } = context.get(api)
  const [fields, archived] = await Promise.all([
    call(listTicketFields, { query: {} }),
    call(listTicketFields, { query: { archived: 'true' } }),
  ])
  return { fields: fields.items, archived: archived.items }
}

const loadDialog = () => import('./field-dialog.tsx')

export default function TicketFields({ loaderData: { fields, archived } }: Route.ComponentProps) {
  const [editing, setEditing] = useState<TicketField | 'new'>()
  const part = useLazyModule(loadDialog, editing !== undefined)
  useLiveReload(({ type }) => type === 'ticket-fields.changed')
  const add = () => setEditing('new')
  const isFull = fields.length >= mostCustomFields
  useShortcuts({ c: { label: 'New field', run: add } }, { group: 'Ticket fields', enabled: !isFull })
  return (
    <SettingsFrame title="Ticket fields">
      <ScrollArea>
        {fields.length === 0 ? (
          <EmptyState
            icon={ListPlus}
            title="No ticket fields yet"
            actions={
              <Button variant="primary" icon={Plus} keys="C" onClick={add}>
                New field
              </Button>
            }
          >
            A field stores what your team needs to know about each ticket, for example a product or an order number.
          </EmptyState>
        ) : (
          <>
            <div className="flex items-center justify-between gap-4 border-b border-line px-4 py-3 md:px-5">
              <p className="text-ink-3">
                {fields.length} of at most {mostCustomFields}. The team and customers see them in this order.
              </p>
              <Button
                variant="primary"
                icon={Plus}
                keys="C"
                disabledReason={isFull ? `At most ${mostCustomFields} fields` : undefined}
                onClick={add}
              >
                New field
              </Button>
            </div>
            <FieldRows fields={fields} onEdit={setEditing} />
          </>
        )}
        {archived.length > 0 && <ArchivedFields archived={archived} />}
      </ScrollArea>
      {editing && part && (
        <part.FieldDialog
          key={typeof editing === 'object' ? editing.id : 'new'}
          field={editing === 'new' ? null : editing}
          fields={fields}
          onClose={() => setEditing(undefined)}
        />
      )}
    </SettingsFrame>
  )
}

function ArchivedFields({ archived }: { archived: TicketField[] }) {
  const { write, problem, underWay } = useWrite(({ id }: TicketField) => restoreField(id), {
    done: (_, { label }) => `${label} restored`,
  })
  return (
    <section className="px-4 py-5 md:px-5">
      <h2 className="font-semibold">Archived fields</h2>
      <p className="mt-0.5 text-ink-3">Tickets keep the values. Restore a field to see and change them again.</p>
      {problem && <Banner tone="danger">{problem.detail}</Banner>}
      <ul aria-label="Archived fields" className="mt-3 rounded-md border border-line-strong">
        {archived.map((field) => (
          <li
            key={field.id}
            className="flex min-h-10 items-center gap-3 border-t border-line py-1 pr-1.5 pl-3 first:border-t-0"
          >
            <span className="min-w-0 truncate">{field.label}</span>
            <span className="min-w-0 truncate font-mono text-meta text-ink-3">{field.key}</span>
            <span className="ml-auto shrink-0">
              <Button busy={underWay.includes(field)} onClick={() => write(field)}>
                Restore<span className="sr-only"> {field.label}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
