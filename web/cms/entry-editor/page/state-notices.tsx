import type { PanelProps } from '#web/cms/entry-editor/panel/entry-panel.tsx'
import { failedPlanOf } from '#web/cms/entry-editor/panel/event-words.ts'
import { FaultList } from '#web/fields/form/fault-list.tsx'
import { Time } from '#web/lib/time/time.tsx'
import { plural } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ConflictNotice } from '#web/lib/writing/conflict/conflict-notice.tsx'
import { FailedScheduleNotice } from '#web/lib/writing/schedule/failed-schedule-notice.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'

type Props = Omit<PanelProps, 'services' | 'comments'> & { onBeginWith: (source: string) => void }

export function StateNotices(props: Props) {
  const { entry, model, language, text, history, actions, onGoTo } = props
  const own = entry?.languages.find((one) => one.language === language)
  const { state, faults } = text
  const failed = failedPlanOf(history.events, language)
  const count = Object.keys(faults.all).length
  return (
    <div className="mb-5 grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
      {count > 0 && (
        <FaultList
          faults={faults.all}
          fields={model.fields}
          title={
            state.is === 'refused' || faults.hasHeld()
              ? `Not saved: ${plural(count, 'field')} to correct`
              : `${plural(count, 'field')} to correct`
          }
          onGoTo={onGoTo}
        />
      )}
      {state.is === 'refused' && count === 0 && (
        <Banner tone="danger" title="Your changes are not saved.">
          {state.problem.detail}
        </Banner>
      )}
      <ConflictNotice conflict={text.conflict} onAsk={() => void text.askAgain()} />
      {actions.problem && (count === 0 || actions.problem.code === 'unsaved') && (
        <Banner tone="danger" onDismiss={actions.dismissProblem}>
          {actions.problem.detail}
        </Banner>
      )}
      {entry?.isTrashed && (
        <Banner tone="warning" action={<Button onClick={() => actions.runAction({ to: 'untrashed' })}>Restore</Button>}>
          This entry is in the trash.
        </Banner>
      )}
      {own?.status === 'archived' && (
        <Banner tone="info" action={<Button onClick={() => actions.runAction({ to: 'unarchived' })}>Unarchive</Button>}>
          This text is archived, so readers do not see it.
        </Banner>
      )}
      {failed && <FailedScheduleNotice failed={failed} endsLater={Boolean(own?.unpublishAt)} />}
      {own?.publishAt && (
        <Banner tone="info">
          This text will be published on <Time at={own.publishAt} style="full" />.
          {!entry!.canPublish && ' Until then, only people who can publish it can change it.'}
        </Banner>
      )}
      {own?.unpublishAt && (
        <Banner tone="info">
          This text will be unpublished on <Time at={own.unpublishAt} style="full" />.
        </Banner>
      )}
      {own?.isOutdated && (
        <Banner tone="warning">This translation may be outdated: the original text was published later.</Banner>
      )}
      <MissingNotice {...props} />
    </div>
  )
}

function MissingNotice({ entry, isMissing, language, languages, canWrite, onBeginWith }: Props) {
  if (!entry || !isMissing || entry.isTrashed) return null
  const isWritten = (one: string) => entry.languages.some((text) => text.language === one)
  const source = languages.find(isWritten) ?? entry.language
  return (
    <Banner
      tone="info"
      title={`There is no text in ${languageName(language)} yet.`}
      action={canWrite && <Button onClick={() => onBeginWith(source)}>Copy the {languageName(source)} text</Button>}
    >
      Write it here, or start with a copy. Readers see it after you publish it.
    </Banner>
  )
}
