import { FileInput, Plus } from 'lucide-react'
import { useState } from 'react'
import { listTicketFields } from '#contract/fields/custom-fields.ts'
import {
  type archiveTicketForm,
  type changeTicketForm,
  listTicketForms,
  mostTicketForms,
  type restoreTicketForm,
  type TicketForm,
} from '#contract/tickets/forms.ts'
import { listTeams } from '#contract/tickets/teams.ts'
import { FieldList } from '#web/fields/settings/field-list.tsx'
import { api } from '#web/lib/api.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { requireService } from '#web/service/require-service.ts'
import { ArchivedList } from '#web/service/settings/archived-list.tsx'
import { type ListMove, withMoved } from '#web/service/settings/list-move.ts'
import { SettingsFrame } from '#web/service/settings/settings-frame.tsx'
import { ticketTeam } from '#web/service/tickets/ticket/loader-fields.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import type { Route } from './+types/ticket-forms.ts'

export const meta = () => [{ title: 'Forms · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  await requireService(context)
  const { call } = context.get(api)
  const [forms, archived, fields, teams] = await Promise.all([
    call(listTicketForms, { query: {} }),
    call(listTicketForms, { query: { archived: 'true' } }),
    call(listTicketFields, { query: {} }),
    call(listTeams, {}),
  ])
  return {
    forms: forms.items.map(labelled),
    archived: archived.items.map(labelled),
    fields: fields.items,
    teams: teams.items.map(ticketTeam),
  }
}

export type ListedForm = TicketForm & { label: string }

const labelled = (form: TicketForm): ListedForm => ({ ...form, label: form.name })

const loadDialog = () => import('./form-dialog.tsx')

export default function TicketForms({ loaderData: { forms, archived, fields, teams } }: Route.ComponentProps) {
  const [editing, setEditing] = useState<ListedForm | 'new'>()
  const part = useLazyModule(loadDialog, editing !== undefined)
  useLiveReload(({ type }) => type === 'ticket-forms.changed' || type === 'ticket-fields.changed')
  const add = () => setEditing('new')
  const isFull = forms.length >= mostTicketForms
  useShortcuts({ c: { label: 'New form', run: add } }, { group: 'Forms', enabled: !isFull })
  const newButton = (
    <Button
      variant="primary"
      icon={Plus}
      keys="C"
      disabledReason={isFull ? `At most ${mostTicketForms} forms` : undefined}
      onClick={add}
    >
      New form
    </Button>
  )
  return (
    <SettingsFrame title="Forms">
      <ScrollArea>
        {forms.length === 0 ? (
          <EmptyState icon={FileInput} title="No forms yet" actions={newButton}>
            Without a form, customers who write a request fill in every ticket field that they can write. A form asks
            only for the fields that belong to one kind of request.
          </EmptyState>
        ) : (
          <>
            <div className="flex items-center justify-between gap-4 border-b border-line px-4 py-3 md:px-5">
              <p className="text-ink-3">Customers choose one of the public forms for a new request.</p>
              {newButton}
            </div>
            <FormRows forms={forms} onEdit={setEditing} />
          </>
        )}
        <ArchivedList
          title="Archived forms"
          about="Tickets keep their form. Restore a form to offer it again."
          items={archived}
          restore={({ id }) => restoreForm(id)}
        />
      </ScrollArea>
      {editing && part && (
        <part.FormDialog
          key={typeof editing === 'object' ? editing.id : 'new'}
          form={editing === 'new' ? null : editing}
          fields={fields}
          teams={teams}
          onClose={() => setEditing(undefined)}
        />
      )}
    </SettingsFrame>
  )
}

type RowsProps = { forms: ListedForm[]; onEdit: (form: ListedForm) => void }

function FormRows({ forms, onEdit }: RowsProps) {
  const moving = useWrite(
    ({ id, position }: ListMove) =>
      ask<typeof changeTicketForm>('PATCH', '/api/v1/ticket-forms/:id', { params: { id }, body: { position } }),
    { inTurn: true },
  )
  const archiving = useWrite(
    ({ id }: ListedForm) =>
      ask<typeof archiveTicketForm>('PUT', '/api/v1/ticket-forms/:id/archive', { params: { id } }),
    { done: (_, { name }) => `${name} archived`, undo: ({ id }) => restoreForm(id) },
  )
  const problem = moving.problem ?? archiving.problem
  return (
    <>
      {problem && <Banner tone="danger">{problem.detail}</Banner>}
      <FieldList
        label="Forms"
        noun="form"
        group="Forms"
        fields={moving.underWay.reduce(withMoved, forms)}
        iconOf={() => FileInput}
        marksOf={marksOf}
        onMove={(ids, id) => moving.write({ id, position: ids.indexOf(id) })}
        onEdit={onEdit}
        removal={{ label: 'Archive', run: archiving.write }}
      />
    </>
  )
}

const marksOf = ({ fields, isPublic, forVisitors }: ListedForm) => [
  plural(fields.length, 'field'),
  isPublic ? (forVisitors ? 'public, without an account' : 'public') : 'team only',
]

const restoreForm = (id: string) =>
  ask<typeof restoreTicketForm>('DELETE', '/api/v1/ticket-forms/:id/archive', { params: { id } })
