import { type FormEvent, useState } from 'react'
import { tooLong } from '#web/lib/words/too-long.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'

type Props = { onPublish: (note: string) => void; onClose: () => void }

/** What the version that is published says of itself. */
export function NoteDialog({ onPublish, onClose }: Props) {
  const [note, setNote] = useState('')
  const error = tooLong(note, 300)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (error) return
    onClose()
    onPublish(note.trim())
  }

  return (
    <Dialog open onClose={onClose} title="Publish with a note">
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <Field label="What changed" help="Shown with the version. Readers do not see it." error={error}>
            <Input value={note} onChange={(event) => setNote(event.target.value)} />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button size="md" onClick={onClose}>
            Cancel
          </Button>
          <Button size="md" variant="primary" type="submit">
            Publish
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
