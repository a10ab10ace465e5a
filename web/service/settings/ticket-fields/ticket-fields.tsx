import { ListPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { mostCustomFields } from '#contract/fields/custom-field-values.ts'
import { listTicketFields, type TicketField } from '#contract/fields/custom-fields.ts'
import { api } from '#web/lib/api.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { requireService } from '#web/service/require-service.ts'
import { ArchivedList } from '#web/service/settings/archived-list.tsx'
import { SettingsFrame } from '#web/service/settings/settings-frame.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
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
        <ArchivedList
          title="Archived fields"
          about="Tickets keep the values. Restore a field to see and change them again."
          items={archived}
          restore={({ id }) => restoreField(id)}
        />
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
