import { useState } from 'react'
import { hrefOf } from '#web/cms/entries/entry-words.ts'
import { sayOfEntry } from '#web/cms/entry-comments/entry-comments.tsx'
import type { EntryDialogProps } from '#web/cms/entry-editor/page/entry-dialogs.tsx'
import { publishersOf } from '#web/cms/entry-writing/entry-data.ts'
import { detailOf } from '#web/fields/leads/lead-list.tsx'
import { plural } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import * as shared from '#web/lib/writing/comments/review-dialogs.tsx'
import { ScheduleDialog as SharedScheduleDialog } from '#web/lib/writing/schedule/schedule-dialog.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { ConfirmDialog, Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'

const mostTogether = 100

export function DanglingDialog({ models, actions }: EntryDialogProps) {
  const { wanted, dangling } = actions.asked!
  const fit = dangling.filter(({ isTrashed, status }) => !isTrashed && status !== 'archived')
  const others = [...(wanted.with ?? []), ...fit.map(({ id }) => id)].slice(0, mostTogether)
  const verb = wanted.at ? 'Schedule' : 'Publish'
  const close = () => {
    actions.setDialog(null)
    actions.dismissProblem()
  }

  function publish(changes: Partial<typeof wanted>) {
    actions.setDialog(null)
    actions.runAction({ ...wanted, ...changes })
  }

  return (
    <Dialog open onClose={close} title="This entry references unpublished entries" size="md">
      <DialogBody>
        <p className="text-ink-2">Readers do not see these entries until they are published.</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
        <section className="max-h-80 overflow-y-auto" tabIndex={0} aria-label="Unpublished entries">
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
            {dangling.map(({ id, title, model, status, isTrashed }) => (
              <li key={id} className="truncate">
                <TextLink href={hrefOf(id)}>{title || 'Untitled'}</TextLink>{' '}
                <span className="text-meta text-ink-3">
                  {models.find(({ key }) => key === model)?.name ?? model}
                  {isTrashed ? ', in the trash' : status === 'archived' ? ', archived' : ''}
                </span>
              </li>
            ))}
          </ul>
        </section>
      </DialogBody>
      <DialogFooter onCancel={close}>
        <Button
          size="md"
          variant={fit.length > 0 ? 'secondary' : 'primary'}
          onClick={() => publish({ dangling: 'tell' })}
        >
          {verb} only this entry
        </Button>
        {fit.length > 0 && (
          <Button size="md" variant="primary" onClick={() => publish({ with: others })}>
            {verb} with {plural(fit.length, 'referenced entry', 'referenced entries')}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

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
    actions.runAction({ to: 'publication', with: [...chosen].slice(0, mostTogether), dangling: 'refuse' })
  }

  return (
    <Dialog open onClose={close} title="Publish with referenced entries" size="md">
      <DialogBody>
        {waiting.length === 0 ? (
          <p>All referenced entries are published.</p>
        ) : (
          <>
            <p className="text-ink-2">
              These entries are drafts or have unpublished changes. Selected entries are published together with this
              entry.
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
      <DialogFooter onCancel={close}>
        <Button size="md" variant="primary" onClick={publish}>
          {chosen.size > 0 ? `Publish with ${plural(chosen.size, 'entry', 'entries')}` : 'Publish'}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

export const SendForReviewDialog = ({ entry, model, members, viewer, actions }: EntryDialogProps) => (
  <shared.SendForReviewDialog
    people={publishersOf(model, members)}
    before={entry.reviewer?.id}
    viewerId={viewer.id}
    onSend={(reviewer) => void actions.runAction({ to: 'review', reviewer })}
    onClose={() => actions.setDialog(null)}
  />
)

export const GiveBackDialog = (props: EntryDialogProps) => (
  <shared.GiveBackDialog
    mentionable={props.members}
    say={(written, idempotencyKey) => sayOfEntry(props, written, idempotencyKey)}
    onSaid={props.comments.take}
    onGiveBack={() => void props.actions.runAction({ to: 'reviewed' })}
    onClose={() => props.actions.setDialog(null)}
  />
)

export const ScheduleDialog = ({ entry, language, languages, actions }: EntryDialogProps) => (
  <SharedScheduleDialog
    title={languages.length > 1 ? `Schedule ${languageName(language)}` : 'Schedule'}
    schedule={entry.languages.find((one) => one.language === language)}
    onClose={() => actions.setDialog(null)}
    onSchedule={({ at, until }) =>
      at === undefined
        ? actions.runAction({ to: 'unpublished', locale: language, at: until })
        : actions.runAction({ to: 'publication', locales: [language], at, until, dangling: 'refuse' })
    }
  />
)

export function UnpublishDialog(props: EntryDialogProps) {
  const { entry, language, languages, actions } = props
  const live = entry.languages.filter(({ isLive }) => isLive)
  const [extent, setExtent] = useState<'one' | 'all'>('one')
  const close = () => actions.setDialog(null)

  function unpublish() {
    close()
    actions.runAction({
      to: 'unpublished',
      ...(extent === 'one' && { locale: language }),
      force: props.history.uses.length > 0,
    })
  }

  return (
    <Dialog open onClose={close} title="Unpublish this entry?">
      <DialogBody>
        <p className="text-ink-2">Readers will no longer see it. The draft and all versions stay.</p>
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
      <DialogFooter onCancel={close}>
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
      props.actions.runAction({ to: 'archive' })
    }}
  >
    <p>
      {props.languages.length > 1
        ? `Readers will no longer see the text in ${languageName(props.language)}.`
        : 'Readers will no longer see it.'}{' '}
      If you unarchive it, it becomes a draft.
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
      props.actions.runAction({ to: 'trash' })
    }}
  >
    <p>Readers will no longer see it, in any language. You can restore it within 30 days.</p>
    <Uses {...props} />
  </ConfirmDialog>
)

const most = 10

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
