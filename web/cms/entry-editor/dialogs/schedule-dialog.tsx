import type { EntryDialogProps } from '#web/cms/entry-editor/page/entry-dialogs.tsx'
import { languageName } from '#web/lib/words/language-name.ts'
import { ScheduleDialog as SharedScheduleDialog } from '#web/lib/writing/schedule/schedule-dialog.tsx'

export const ScheduleDialog = ({ entry, language, languages, actions }: EntryDialogProps) => (
  <SharedScheduleDialog
    title={languages.length > 1 ? `Schedule ${languageName(language)}` : 'Schedule'}
    schedule={entry.languages.find((one) => one.language === language)}
    onClose={() => actions.setDialog(null)}
    onSchedule={({ at, until }) =>
      at === undefined
        ? actions.take({ to: 'unpublished', locale: language, at: until })
        : actions.take({ to: 'publication', locales: [language], at, until, dangling: 'refuse' })
    }
  />
)
