import { CircleAlert } from 'lucide-react'
import { placeOfMacro } from '#contract/tickets/macro-values.ts'
import type { Macro, showMacro } from '#contract/tickets/macros.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { useSite } from '#web/lib/use-site.ts'
import { ask } from '#web/lib/write/ask.ts'
import { MacroPalette } from '#web/service/tickets/composer/macros/macro-palette.tsx'
import { type ActionContext, joinSteps, stepsOf } from '#web/service/tickets/macros/actions.ts'
import { MacroPreview } from '#web/service/tickets/macros/macro-preview.tsx'
import type { TicketChange } from '#web/service/tickets/ticket/changes/changes.ts'
import { useToast } from '#web/ui/notice/toast.tsx'

type Page = Omit<ActionContext, 'timeZone'>

type Props = { page: Page; run: (change: TicketChange) => void; onClose: () => void }

/** Chooses a macro whose changes are made on tickets of a list. */
export function MacroPicker({ page, run, onClose }: Props) {
  const showToast = useToast()
  const { timeZone } = useSite()
  const tell = (text: string) => showToast({ icon: CircleAlert, text })

  async function choose(id: string) {
    const { answer, problem } = await readMacro(id)
    if (problem) return tell(problem.detail)
    const { title } = placeOfMacro(answer.name)
    if (answer.missing) return tell(`${title} cannot be applied. ${answer.missing}.`)
    const steps = stepsOf(answer.actions, { ...page, timeZone }, new Date())
    if (steps.length === 0) return tell(`${title} changes nothing on a ticket. Its text is sent only from a ticket.`)
    const joined = joinSteps(steps, title)
    const done = hasText(answer) ? `${joined.done}. Its text was not sent` : joined.done
    run({ ...joined, done, macroId: id })
  }

  return <MacroPalette preview={(id) => <ChangesView id={id} page={page} />} onChoose={choose} onClose={onClose} />
}

function ChangesView({ id, page }: { id: string; page: Page }) {
  const { answer, of, problem } = useAnswer(id, (signal) => readMacro(id, signal))
  if (problem) return <p className="text-ink-3">{problem}</p>
  return answer && of === id ? <Changes macro={answer} page={page} /> : null
}

function Changes({ macro, page }: { macro: Macro; page: Page }) {
  const { timeZone } = useSite()
  return (
    <div className="grid gap-3">
      <MacroPreview
        macro={{ ...macro, inputs: [], texts: {}, attachments: [] }}
        title={placeOfMacro(macro.name).title}
        paragraphs={[]}
        steps={stepsOf(macro.actions, { ...page, timeZone }, new Date())}
        language=""
      />
      {hasText(macro) && <p className="text-ink-2">The text of the macro is not sent.</p>}
    </div>
  )
}

const hasText = ({ text, texts, attachments }: Macro) =>
  text !== '' || Object.keys(texts).length > 0 || attachments.length > 0

const readMacro = (id: string, signal?: AbortSignal) =>
  ask<typeof showMacro>('GET', '/api/v1/macros/:id', { params: { id }, signal })
