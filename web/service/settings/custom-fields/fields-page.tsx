import { ListPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { type FieldOwner, mostCustomFields } from '#contract/fields/custom-field-values.ts'
import type { CustomField } from '#contract/fields/custom-fields.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { ArchivedList } from '#web/service/settings/archived-list.tsx'
import { SettingsFrame } from '#web/service/settings/settings-frame.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { restoreField } from './field-calls.ts'
import { FieldRows } from './field-rows.tsx'
import { ownerWords } from './owner-words.ts'

const loadDialog = () => import('./field-dialog.tsx')

type Props = { owner: FieldOwner; fields: CustomField[]; archived: CustomField[] }

/** The page on which admins define the fields of tickets, customers or companies. */
export function FieldsPage({ owner, fields, archived }: Props) {
  const { title, about, readers, kept } = ownerWords[owner]
  const [editing, setEditing] = useState<CustomField | 'new'>()
  const part = useLazyModule(loadDialog, editing !== undefined)
  useLiveReload(({ type }) => type === `${owner}-fields.changed`)
  const add = () => setEditing('new')
  const isFull = fields.length >= mostCustomFields
  useShortcuts({ c: { label: 'New field', run: add } }, { group: title, enabled: !isFull })
  return (
    <SettingsFrame title={title}>
      <ScrollArea>
        {fields.length === 0 ? (
          <EmptyState
            icon={ListPlus}
            title={`No ${title.toLowerCase()} yet`}
            actions={
              <Button variant="primary" icon={Plus} keys="C" onClick={add}>
                New field
              </Button>
            }
          >
            {about}
          </EmptyState>
        ) : (
          <>
            <div className="flex items-center justify-between gap-4 border-b border-line px-4 py-3 md:px-5">
              <p className="text-ink-3">
                {fields.length} of at most {mostCustomFields}. {readers}
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
            <FieldRows owner={owner} fields={fields} onEdit={setEditing} />
          </>
        )}
        <ArchivedList
          title="Archived fields"
          about={`${kept} keep the values. Restore a field to see and change them again.`}
          items={archived}
          restore={({ id }) => restoreField(owner, id)}
        />
      </ScrollArea>
      {editing && part && (
        <part.FieldDialog
          key={typeof editing === 'object' ? editing.id : 'new'}
          owner={owner}
          field={editing === 'new' ? null : editing}
          fields={fields}
          onClose={() => setEditing(undefined)}
        />
      )}
    </SettingsFrame>
  )
}
