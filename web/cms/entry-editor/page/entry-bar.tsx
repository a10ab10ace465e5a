import { Braces } from 'lucide-react'
import type { Present } from '#contract/live/presence.ts'
import { listPath } from '#web/cms/entries/entry-words.ts'
import { type EntryPageData, mayPublish, titleOf } from '#web/cms/entry-writing/entry-data.ts'
import type { EntryText } from '#web/cms/entry-writing/use-entry-values.ts'
import { PeopleHere } from '#web/lib/live/people-here.tsx'
import { languageName } from '#web/lib/words/language-name.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { SplitButton } from '#web/ui/button/split-button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { SaveNote, type SaveNoteState } from '#web/ui/notice/save-note.tsx'
import type { MenuChoice } from '#web/ui/overlay/menu.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import type { EntryActions } from './use-entry-actions.ts'

type Props = EntryPageData & { text: EntryText; actions: EntryActions; canWrite: boolean; people: Present[] }

export function EntryBar({ text, actions, canWrite, people, ...data }: Props) {
  const { entry, model } = data
  const groups = [publishChoices(data, actions), viewChoices(data, actions), removeChoices(data, actions)]
  const ofModel = `${listPath}?model=${encodeURIComponent(model.key)}`
  return (
    <PageBar
      back={{ href: ofModel, label: 'Back to the entries' }}
      trail={{ href: ofModel, label: model.name }}
      title={titleOf(data, text.values) || (entry ? 'Untitled' : `New ${model.name}`)}
      badge={<SaveNote state={saveNoteOf(text)} isBegun={entry !== null} refused="Not everything is saved" />}
      actions={
        <>
          {/* This list has a fixed width, so that the buttons do not move when another member opens the entry. */}
          <PeopleHere
            people={people}
            pictures={data.members}
            doing={({ field }) => doingOf(field, data)}
            className="w-6 md:w-20"
          />
          <ViewButtons {...data} actions={actions} />
          <SplitButton
            label="Publish"
            menuLabel="More actions"
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

// Returns the save state to show. The state is `refused` if only invalid values are not saved.
const saveNoteOf = ({ state, faults }: EntryText): SaveNoteState =>
  state.is === 'saved' && faults.hasHeld() ? 'refused' : state.is

function doingOf(place: string | null, { model, language }: EntryPageData) {
  if (!place) return 'is viewing'
  const [key, other = language] = place.split(':')
  const label = model.fields.find((field) => field.key === key)?.label || key
  return `is editing ${label}${other === language ? '' : ` in ${languageName(other)}`}`
}

function reasonNotTo({ entry, viewer, model }: EntryPageData, canWrite: boolean) {
  if (!canWrite) return 'This entry is in the trash. Restore it first'
  const canPublish = entry ? entry.canPublish : mayPublish(model, viewer)
  if (!canPublish)
    return `Only ${model.publishers === 'named' ? 'admins and selected members' : 'admins'} can publish entries of this model. Send this entry for review.`
  return undefined
}

function publishChoices(
  { entry, languages, isMissing }: EntryPageData,
  { runAction, setDialog }: EntryActions,
): MenuChoice[] {
  if (!entry || entry.isTrashed) return []
  const isInReview = entry.status === 'in_review'
  const review: MenuChoice = isInReview
    ? { label: 'Return to author…', onSelect: () => setDialog('give-back') }
    : { label: 'Send for review…', onSelect: () => setDialog('review') }
  const publication: MenuChoice[] = [
    ...(languages.length > 1
      ? [{ label: 'Publish all languages', onSelect: () => runAction({ to: 'publication', dangling: 'refuse' }) }]
      : []),
    { label: 'Publish with referenced entries…', onSelect: () => setDialog('publish-with') },
    { label: 'Schedule…', onSelect: () => setDialog('schedule') },
  ]
  return [...(entry.canPublish ? publication : []), ...(isMissing ? [] : [review])]
}

function ViewButtons({ actions, ...data }: EntryPageData & { actions: EntryActions }) {
  const isThere = data.entry !== null && !data.entry.isTrashed
  useShortcuts(
    { p: { label: 'Preview on the site', run: () => void actions.preview() } },
    { group: 'This entry', enabled: isThere && data.model.previewUrl !== '' },
  )
  if (!isThere) return null
  return (
    <span className="flex items-center gap-2 max-md:hidden">
      <IconButton icon={Braces} label="Request and response" onClick={() => actions.setDialog('request')} />
      {data.model.previewUrl && (
        <Button keys="P" onClick={() => void actions.preview()}>
          Preview
        </Button>
      )}
    </span>
  )
}

// Returns the menu choices to view or share an entry. They include the buttons of the bar, because phones hide these
// buttons.
function viewChoices({ entry, model }: EntryPageData, { preview, setDialog }: EntryActions): MenuChoice[] {
  if (!entry || entry.isTrashed) return []
  return [
    ...(model.previewUrl ? [{ label: 'Preview on the site', onSelect: () => void preview() }] : []),
    { label: 'Request and response…', onSelect: () => setDialog('request') },
    { label: 'Share the draft…', onSelect: () => setDialog('links') },
  ]
}

function removeChoices(
  { entry, language, isMissing }: EntryPageData,
  { runAction, setDialog }: EntryActions,
): MenuChoice[] {
  if (!entry || entry.isTrashed) return []
  const own = entry.languages.find((one) => one.language === language)
  // Archiving a live or scheduled text needs the right to publish.
  const mayArchive = entry.canPublish || !(own?.isLive || own?.publishAt || own?.unpublishAt)
  return [
    ...(own?.isLive && entry.canPublish ? [{ label: 'Unpublish…', onSelect: () => setDialog('unpublish') }] : []),
    ...(isMissing || own?.status === 'archived' || !mayArchive
      ? []
      : own?.isLive
        ? [{ label: 'Archive…', onSelect: () => setDialog('archive') }]
        : [{ label: 'Archive', onSelect: () => runAction({ to: 'archive' }) }]),
    { label: 'Duplicate', onSelect: () => runAction({ to: 'copy' }) },
    { label: 'Move to trash…', danger: true, onSelect: () => setDialog('trash') },
  ]
}
