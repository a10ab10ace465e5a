import type { EntryDialogProps } from '#web/cms/entry-editor/page/entry-dialogs.tsx'
import { PlanDialog } from '#web/lib/plan/plan-dialog.tsx'
import { languageName } from '#web/lib/words/language-name.ts'

/** When the text shown is published, and when it is taken away. */
export const ScheduleDialog = ({ entry, language, languages, actions }: EntryDialogProps) => (
  <PlanDialog
    title={languages.length > 1 ? `Plan ${languageName(language)}` : 'Plan'}
    planned={entry.languages.find((one) => one.language === language)}
    onClose={() => actions.setDialog(null)}
    onPlan={({ at, until }) =>
      at === undefined
        ? actions.take({ to: 'unpublished', locale: language, at: until })
        : actions.take({ to: 'publication', locales: [language], at, until, dangling: 'refuse' })
    }
  />
)
