import type { OpenedProps } from '#web/cms/entry-editor/panel/entry-panel.tsx'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'

export type EntryDialogProps = Omit<OpenedProps, 'onGoTo'>
type Props = Omit<EntryDialogProps, 'entry'> & { entry: OpenedProps['entry'] | null }

const loadDialogs = async () => {
  const [states, { LinksDialog }, { ExplainDialog }, { RequestDialog }] = await Promise.all([
    import('#web/cms/entry-editor/dialogs/state-dialogs.tsx'),
    import('#web/cms/entry-reading/links-dialog.tsx'),
    import('#web/cms/entry-reading/explain-dialog.tsx'),
    import('#web/cms/entry-reading/request-dialog.tsx'),
  ])
  return {
    schedule: states.ScheduleDialog,
    'publish-with': states.PublishWithDialog,
    dangling: states.DanglingDialog,
    unpublish: states.UnpublishDialog,
    archive: states.ArchiveDialog,
    trash: states.TrashDialog,
    review: states.SendForReviewDialog,
    'give-back': states.GiveBackDialog,
    links: LinksDialog,
    explain: ExplainDialog,
    request: RequestDialog,
  }
}

export function EntryDialogs({ entry, ...props }: Props) {
  const { dialog } = props.actions
  const dialogs = useLazyModule(loadDialogs, dialog !== null)
  if (!entry || !dialog || !dialogs) return null
  const Shown = dialogs[dialog]
  return <Shown {...props} entry={entry} />
}
