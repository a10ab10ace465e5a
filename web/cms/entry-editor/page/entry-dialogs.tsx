import type { OpenedProps } from '#web/cms/entry-editor/panel/entry-panel.tsx'
import { useLater } from '#web/lib/network/use-later.ts'

export type EntryDialogProps = Omit<OpenedProps, 'onGoTo'>
type Props = Omit<EntryDialogProps, 'entry'> & { entry: OpenedProps['entry'] | null }

const loadDialogs = async () => {
  const [
    { ScheduleDialog },
    { PublishWithDialog, DanglingDialog },
    { UnpublishDialog, ArchiveDialog, TrashDialog },
    { LinksDialog },
    { ExplainDialog },
    { SendForReviewDialog, GiveBackDialog },
    { RequestDialog },
  ] = await Promise.all([
    import('#web/cms/entry-editor/dialogs/schedule-dialog.tsx'),
    import('#web/cms/entry-editor/dialogs/publish-with-dialog.tsx'),
    import('#web/cms/entry-editor/dialogs/take-away-dialogs.tsx'),
    import('#web/cms/entry-reading/links-dialog.tsx'),
    import('#web/cms/entry-reading/explain-dialog.tsx'),
    import('#web/cms/entry-editor/dialogs/review-dialogs.tsx'),
    import('#web/cms/entry-reading/request-dialog.tsx'),
  ])
  return {
    schedule: ScheduleDialog,
    'publish-with': PublishWithDialog,
    dangling: DanglingDialog,
    unpublish: UnpublishDialog,
    archive: ArchiveDialog,
    trash: TrashDialog,
    links: LinksDialog,
    explain: ExplainDialog,
    review: SendForReviewDialog,
    'give-back': GiveBackDialog,
    request: RequestDialog,
  }
}

/** Rarely used dialogs are loaded on demand. */
export function EntryDialogs({ entry, ...props }: Props) {
  const { dialog } = props.actions
  const dialogs = useLater(loadDialogs, dialog !== null)
  if (!entry || !dialog || !dialogs) return null
  const Shown = dialogs[dialog]
  return <Shown {...props} entry={entry} />
}
