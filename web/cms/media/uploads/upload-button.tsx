import { Link2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { addMediaFromAddress } from '#contract/content/media.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'

type Props = { folder: string | null; onFiles: (files: File[]) => void; onAdded: (id: string) => void }

export function UploadButton({ folder, onFiles, onAdded }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isAsking, setAsking] = useState(false)
  useShortcuts({ u: { label: 'Upload files', run: () => input.current?.click() } }, { group: 'Media library' })
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <IconButton icon={Link2} label="Add a picture from a URL" onClick={() => setAsking(true)} />
      <Button variant="primary" icon={Upload} keys="U" onClick={() => input.current?.click()}>
        Upload
      </Button>
      <Dialog open={isAsking} onClose={() => setAsking(false)} title="Add a picture from a URL">
        <AddressForm folder={folder} onClose={() => setAsking(false)} onAdded={onAdded} />
      </Dialog>
    </>
  )
}

type FormProps = Pick<Props, 'folder' | 'onAdded'> & { onClose: () => void }

function AddressForm({ folder, onClose, onAdded }: FormProps) {
  const [address, setAddress] = useState('')
  const { write, isPending, problem } = useWrite(
    () =>
      ask<typeof addMediaFromAddress>('POST', '/api/v1/media/addresses', {
        body: { address: address.trim(), ...(folder && { folder }) },
      }),
    {
      done: ({ name }) => `${name} added`,
      onAnswer: ({ id }) => {
        onClose()
        onAdded(id)
      },
    },
  )
  const fault = useFaults(problem && { address: problem.fields?.address ?? problem.detail })
  return (
    <DialogForm label="Add picture" busy={isPending} onClose={onClose} onSubmit={() => write()}>
      <Field label="Address" help="A PNG, JPEG, GIF, WebP or AVIF picture of at most 10 MB" {...fault('address')}>
        <Input
          type="url"
          placeholder="https://"
          maxLength={2048}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
    </DialogForm>
  )
}
