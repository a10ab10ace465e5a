import { useState } from 'react'
import type { renameTag, Tag } from '#contract/tickets/tags.ts'
import { useFound } from '#web/lib/network/use-found.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { TagInput } from '#web/service/tickets/ticket/tag-input.tsx'
import { findTags } from '#web/service/tickets/ticket/use-tags.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'

type Props = { tag: Tag; onClose: () => void }

/** Renames a tag, and says before whether it is merged with another one. */
export function TagRenameDialog({ tag, onClose }: Props) {
  const [name, setName] = useState(tag.name)
  const [missing, setMissing] = useState<Record<string, string>>()
  const { write, problem, isPending } = useWrite(
    (to: string) =>
      ask<typeof renameTag>('PATCH', '/api/v1/tags/:tag', { params: { tag: tag.name }, body: { name: to } }),
    { onAnswer: onClose },
  )
  const faults = missing ?? problem?.fields
  const fault = useFaults(faults)
  const form = useFocusOnFault(faults)
  const wanted = name.trim()
  const isOther = wanted.toLowerCase() !== tag.name.toLowerCase()
  const { found } = useFound(isOther && wanted ? wanted : null, findTags)
  const merged = found.find((other) => other.toLowerCase() === wanted.toLowerCase())

  function submit() {
    setMissing(wanted ? undefined : { name: 'Enter a name' })
    if (wanted) write(wanted)
  }

  return (
    <Dialog open onClose={onClose} title={`Rename ${tag.name}`} size="sm">
      <DialogForm
        ref={form}
        label={merged ? 'Merge tags' : 'Rename'}
        busy={isPending}
        onClose={onClose}
        onSubmit={submit}
      >
        {problem && !problem.fields && <Banner tone="danger">{problem.detail}</Banner>}
        <Field
          label="Name"
          help={
            merged
              ? `Tickets with ${tag.name} get the tag ${merged}.`
              : 'Saved views that name the tag get the new name, too.'
          }
          {...fault('name')}
        >
          <TagInput value={name} onChange={setName} onChoose={setName} taken={[tag.name]} />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
