import { useState } from 'react'
import { tooLong } from '#web/lib/words/too-long.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'

export function NoteDialog({ onPublish, onClose }: { onPublish: (note: string) => void; onClose: () => void }) {
  const [note, setNote] = useState('')
  const error = tooLong(note, 300)

  function submit() {
    if (error) return
    onClose()
    onPublish(note.trim())
  }

  return (
    <Dialog open onClose={onClose} title="Publish with a note">
      <DialogForm label="Publish" onClose={onClose} onSubmit={submit}>
        <Field label="What changed" help="Shown with the version. Readers do not see it." error={error}>
          <Input value={note} onText={setNote} />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
