import { type EntryComments, EntryCommentsSection } from '#web/cms/entry-comments/entry-comments.tsx'
import type { EntryActions } from '#web/cms/entry-editor/page/use-entry-actions.ts'
import type { EntryPageData } from '#web/cms/entry-writing/entry-data.ts'
import type { EntryText } from '#web/cms/entry-writing/use-entry-values.ts'
import type { FieldsAround } from '#web/fields/form/around.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import { Problems } from './problems.tsx'
import { PropertiesSection } from './properties-section.tsx'
import { RequestSection } from './request-section.tsx'
import { ScheduleSection } from './schedule-section.tsx'
import type { EntryHistory } from './use-entry-history.ts'
import { UsedIn } from './used-in.tsx'
import { Versions } from './versions.tsx'

export type PanelProps = EntryPageData & {
  text: EntryText
  actions: EntryActions
  canWrite: boolean
  around: FieldsAround
  history: EntryHistory
  comments: EntryComments
  onGoTo: (path: string) => void
}

export function EntryPanel(props: PanelProps) {
  const { entry, isMissing } = props
  if (!entry)
    return (
      <PanelSection title="Details">
        <p className="text-ink-3">Write something first. Then you can choose the owner, labels and schedule.</p>
      </PanelSection>
    )
  const shown = { ...props, entry }
  return (
    <>
      <PropertiesSection {...shown} />
      {!isMissing && <Problems {...shown} />}
      {!isMissing && <ScheduleSection {...shown} />}
      <EntryCommentsSection {...shown} />
      <RequestSection {...shown} />
      <Versions {...shown} />
      <UsedIn {...shown} />
    </>
  )
}

export type OpenedProps = PanelProps & { entry: NonNullable<EntryPageData['entry']> }
