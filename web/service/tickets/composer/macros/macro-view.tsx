import { placeOfMacro } from '#contract/tickets/macro-values.ts'
import { inputVariable } from '#contract/tickets/macro-variables.ts'
import type { Macro, showMacro } from '#contract/tickets/macros.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { useSite } from '#web/lib/use-site.ts'
import { ask } from '#web/lib/write/ask.ts'
import { type ActionContext, stepsOf } from '#web/service/tickets/macros/actions.ts'
import { MacroPreview } from '#web/service/tickets/macros/macro-preview.tsx'
import { previewOf, textFor, valuesFor } from '#web/service/tickets/macros/values.ts'
import type { MacroContext } from './use-macros.ts'

/** What a macro would write and change on this ticket. */
export function MacroView({ id, page }: { id: string; page: MacroContext }) {
  const { answer, of, problem } = useAnswer(id, (signal) =>
    ask<typeof showMacro>('GET', '/api/v1/macros/:id', { params: { id }, signal }),
  )
  if (problem) return <p className="text-ink-3">{problem}</p>
  return answer && of === id ? <FilledPreview macro={answer} page={page} /> : null
}

export type PreviewedPage = Omit<MacroContext, 'members' | 'statuses'> & Pick<ActionContext, 'members' | 'statuses'>
type PreviewedMacro = Pick<
  Macro,
  'name' | 'text' | 'texts' | 'textKind' | 'inputs' | 'actions' | 'missing' | 'attachments'
> &
  Partial<Pick<Macro, 'usedCount'>>

export function FilledPreview({ macro, page }: { macro: PreviewedMacro; page: PreviewedPage }) {
  const { timeZone } = useSite()
  const valueFor = valuesFor({ ...page, timeZone, textKind: macro.textKind, inputs: {} })
  const labels = new Map(macro.inputs.map(({ key, label }) => [inputVariable(key), label]))
  return (
    <MacroPreview
      macro={macro}
      title={placeOfMacro(macro.name).title}
      paragraphs={previewOf(textFor(macro, page.customer.language), (key) => labels.get(key) ?? valueFor(key))}
      steps={stepsOf(macro.actions, { ...page, timeZone }, new Date())}
      language={page.languages[0] ?? 'en'}
    />
  )
}
