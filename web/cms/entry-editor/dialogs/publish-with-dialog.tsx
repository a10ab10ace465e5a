import { useState } from 'react'
import type { EntryDialogProps } from '#web/cms/entry-editor/page/entry-dialogs.tsx'
import { detailOf } from '#web/fields/leads/lead-list.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'

/** Publishes what the entry refers to together with it, at one instant. */
export function PublishWithDialog({ entry, models, actions }: EntryDialogProps) {
  const waiting = entry.leads.filter(({ kind, status }) => kind === 'entry' && status !== 'published')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(waiting.filter(({ status }) => status !== 'archived').map(({ id }) => id)),
  )
  const close = () => actions.setDialog(null)
  const toggle = (id: string, isOn: boolean) =>
    setChosen((before) => new Set(isOn ? [...before, id] : [...before].filter((one) => one !== id)))

  function publish() {
    close()
    actions.take({ to: 'publication', with: [...chosen].slice(0, 100) })
  }

  return (
    <Dialog open onClose={close} title="Publish with what it refers to" size="md">
      <DialogBody>
        {waiting.length === 0 ? (
          <p>All that it refers to is published already.</p>
        ) : (
          <>
            <p className="text-ink-2">
              These are drafts or have changes. What is chosen is published with it, all at once.
            </p>
            <ul className="grid max-h-80 gap-2 overflow-y-auto">
              {waiting.map((lead) => (
                <li key={lead.id}>
                  <Checkbox
                    label={lead.title || 'Untitled'}
                    description={detailOf(lead, models)}
                    disabled={lead.status === 'archived'}
                    checked={chosen.has(lead.id)}
                    onChange={({ target }) => toggle(lead.id, target.checked)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button size="md" onClick={close}>
          Cancel
        </Button>
        <Button size="md" variant="primary" onClick={publish}>
          {chosen.size > 0 ? `Publish with ${chosen.size}` : 'Publish'}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
