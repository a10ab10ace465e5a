import { useState } from 'react'
import type { EntryDialogProps } from '#web/cms/entry-editor/page/entry-dialogs.tsx'
import { hrefOf } from '#web/cms/entry-writing/entry-data.ts'
import { plural } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { Button } from '#web/ui/button/button.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { ConfirmDialog, Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'

export function UnpublishDialog(props: EntryDialogProps) {
  const { entry, language, languages, actions } = props
  const live = entry.languages.filter(({ isLive }) => isLive)
  const [extent, setExtent] = useState<'one' | 'all'>('one')
  const close = () => actions.setDialog(null)

  function unpublish() {
    close()
    actions.take({
      to: 'unpublished',
      ...(extent === 'one' && { locale: language }),
      force: props.history.uses.length > 0,
    })
  }

  return (
    <Dialog open onClose={close} title="Unpublish?">
      <DialogBody>
        <p className="text-ink-2">Readers no longer see it. The draft and all versions stay.</p>
        {languages.length > 1 && live.length > 1 && (
          <RadioGroup
            label="Languages"
            hideLabel
            name="extent"
            layout="inline"
            value={extent}
            onChange={setExtent}
            options={[
              { value: 'one', label: `${languageName(language)} only` },
              { value: 'all', label: 'All languages' },
            ]}
          />
        )}
        <Uses {...props} />
      </DialogBody>
      <DialogFooter>
        <Button size="md" onClick={close}>
          Cancel
        </Button>
        <Button size="md" variant="danger" onClick={unpublish}>
          Unpublish
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

export const ArchiveDialog = (props: EntryDialogProps) => (
  <ConfirmDialog
    open
    onClose={() => props.actions.setDialog(null)}
    title="Archive the published text?"
    confirmLabel="Archive"
    onConfirm={() => {
      props.actions.setDialog(null)
      props.actions.take({ to: 'archive' })
    }}
  >
    <p>
      {props.languages.length > 1
        ? `Readers no longer see the text in ${languageName(props.language)}.`
        : 'Readers no longer see it.'}{' '}
      If you unarchive it, it is a draft.
    </p>
    <Uses {...props} />
  </ConfirmDialog>
)

export const TrashDialog = (props: EntryDialogProps) => (
  <ConfirmDialog
    open
    onClose={() => props.actions.setDialog(null)}
    title="Move this entry to trash?"
    confirmLabel="Move to trash"
    onConfirm={() => {
      props.actions.setDialog(null)
      props.actions.take({ to: 'trash' })
    }}
  >
    <p>Readers no longer see it, in any language. You can restore it within 30 days.</p>
    <Uses {...props} />
  </ConfirmDialog>
)

const most = 10

/** Who would lead to nothing. */
function Uses({ history: { uses } }: EntryDialogProps) {
  if (uses.length === 0) return null
  return (
    <div className="mt-2">
      <p>
        {plural(uses.length, 'entry', 'entries')} {uses.length === 1 ? 'references' : 'reference'} it:
      </p>
      <ul className="mt-1 grid gap-0.5">
        {uses.slice(0, most).map(({ id, title }) => (
          <li key={id} className="truncate">
            <TextLink href={hrefOf(id)}>{title || 'Untitled'}</TextLink>
          </li>
        ))}
      </ul>
      {uses.length > most && <p>and {uses.length - most} more</p>}
    </div>
  )
}
