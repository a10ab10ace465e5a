import { Check, CircleAlert, CloudOff, Loader } from 'lucide-react'
import type { Present } from '#contract/presence.ts'
import { type EntryPageData, languageName, listHref, mayPublish, titleOf } from '#web/cms/entry-writing/entry-data.ts'
import { previewOf } from '#web/cms/entry-writing/preview-of.ts'
import type { SaveState } from '#web/cms/entry-writing/saver.ts'
import type { EntryText } from '#web/cms/entry-writing/use-entry-values.ts'
import { PeopleHere } from '#web/lib/live/people-here.tsx'
import { SplitButton } from '#web/ui/button/split-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import type { MenuChoice } from '#web/ui/overlay/menu.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import type { EntryActions } from './use-entry-actions.ts'

type Props = EntryPageData & { text: EntryText; actions: EntryActions; canWrite: boolean; people: Present[] }

export function EntryBar({ text, actions, canWrite, people, ...data }: Props) {
  const { entry, model } = data
  const groups = [waysOn(data, actions), waysToShow(data, text, actions), waysOut(data, actions)]
  const ofModel = `${listHref}?model=${encodeURIComponent(model.key)}`
  return (
    <PageBar
      back={{ href: ofModel, label: 'Back to the entries' }}
      trail={{ href: ofModel, label: model.name }}
      title={titleOf(data, text.values) || (entry ? 'Untitled' : `New ${model.name}`)}
      badge={<SaveNote state={text.state} isBegun={entry !== null} />}
      actions={
        <>
          {/* The width of three faces, so that nothing moves when somebody comes. */}
          <PeopleHere
            people={people}
            pictures={data.members}
            doing={({ field }) => doingOf(field, data)}
            className="w-6 md:w-20"
          />
          <SplitButton
            label="Publish"
            menuLabel="Other ways to go on"
            groups={groups.filter((items) => items.length > 0).map((items) => ({ items }))}
            keys="mod+enter"
            busy={actions.isPending}
            disabledReason={reasonNotTo(data, canWrite)}
            onClick={actions.publish}
          />
        </>
      }
    />
  )
}

function doingOf(place: string | null, { model, language }: EntryPageData) {
  if (!place) return 'is looking'
  const [key, other = language] = place.split(':')
  const label = model.fields.find((field) => field.key === key)?.label || key
  return `is writing in ${label}${other === language ? '' : ` in ${languageName(other)}`}`
}

function reasonNotTo({ entry, viewer, model }: EntryPageData, canWrite: boolean) {
  if (!canWrite) return 'This entry cannot be changed now'
  const canPublish = entry ? entry.canPublish : mayPublish(model, viewer)
  if (!canPublish)
    return `Entries of this model are published by ${model.publishers === 'named' ? 'people whom it names' : 'admins'}. Send it for review.`
  return undefined
}

function waysOn({ entry, languages, isMissing }: EntryPageData, { take, setDialog }: EntryActions): MenuChoice[] {
  if (!entry || entry.isTrashed) return []
  const isInReview = entry.status === 'in_review'
  const review: MenuChoice = isInReview
    ? { label: 'Give back to its writer…', onSelect: () => setDialog('give-back') }
    : { label: 'Send for review…', onSelect: () => setDialog('review') }
  const publication: MenuChoice[] = [
    ...(languages.length > 1
      ? [{ label: 'Publish all languages', onSelect: () => take({ to: 'publication', dangling: 'refuse' }) }]
      : []),
    { label: 'Publish with what it refers to…', onSelect: () => setDialog('publish-with') },
    { label: 'Publish or take away at a time…', onSelect: () => setDialog('schedule') },
  ]
  return [...(entry.canPublish ? publication : []), ...(isMissing ? [] : [review])]
}

function waysToShow(data: EntryPageData, text: EntryText, { setDialog }: EntryActions): MenuChoice[] {
  const preview = previewOf(data, text.values)
  return [
    ...(preview
      ? [{ label: 'Preview on the site', onSelect: () => void window.open(preview, '_blank', 'noopener') }]
      : []),
    ...(data.entry && !data.entry.isTrashed ? [{ label: 'Share the draft…', onSelect: () => setDialog('links') }] : []),
  ]
}

function waysOut({ entry, language, isMissing }: EntryPageData, { take, setDialog }: EntryActions): MenuChoice[] {
  if (!entry || entry.isTrashed) return []
  const own = entry.languages.find((one) => one.language === language)
  return [
    ...(own?.isLive && entry.canPublish ? [{ label: 'Unpublish…', onSelect: () => setDialog('unpublish') }] : []),
    ...(isMissing || own?.status === 'archived' ? [] : [{ label: 'Archive', onSelect: () => take({ to: 'archive' }) }]),
    { label: 'Duplicate', onSelect: () => take({ to: 'copy' }) },
    { label: 'Move to the trash…', danger: true, onSelect: () => setDialog('trash') },
  ]
}

const notes = {
  saved: { words: 'Saved', icon: Check },
  waiting: { words: 'Saving', icon: Loader },
  saving: { words: 'Saving', icon: Loader },
  offline: { words: 'Offline, kept on this computer', icon: CloudOff },
  refused: { words: 'Not all is saved', icon: CircleAlert },
  conflict: { words: 'Not saved: choose what stays', icon: CircleAlert },
} as const

function SaveNote({ state, isBegun }: { state: SaveState; isBegun: boolean }) {
  if (state.is === 'saved' && !isBegun) return null
  const { words, icon } = notes[state.is]
  return (
    <span role="status" className="ml-1 inline-flex min-w-0 items-center gap-1.5 text-meta text-ink-3">
      <Icon of={icon} size={12} />
      <span className={classNames('truncate', state.is === 'saved' && 'max-md:sr-only')}>{words}</span>
    </span>
  )
}
