import type { Editor } from '@tiptap/react'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { placeOfMacro } from '#contract/tickets/macro-values.ts'
import type { countMacroUse, Macro, showMacro } from '#contract/tickets/macros.ts'
import { useSite } from '#web/lib/use-site.ts'
import { ask } from '#web/lib/write/ask.ts'
import { loadRichText } from '#web/service/tickets/composer/editor/load-rich-text.ts'
import type { MacroPort } from '#web/service/tickets/composer/editor/macro-suggestions.ts'
import { joinSteps, type MacroStep, stepsOf, withoutReplaced } from '#web/service/tickets/macros/actions.ts'
import { findMacros } from '#web/service/tickets/macros/list-macros.ts'
import { textFor, valuesFor } from '#web/service/tickets/macros/values.ts'
import type { TicketPageData } from '#web/service/tickets/ticket/ticket-page-data.ts'
import { useToast } from '#web/ui/notice/toast.tsx'

/** What the applied macros change with the next message. */
export type PendingMacro = { name: string; steps: MacroStep[]; afterwards: Macro['afterwards'] }

export type MacroContext = Pick<
  TicketPageData,
  'ticket' | 'viewer' | 'fields' | 'teams' | 'statuses' | 'members' | 'customer' | 'languages'
>

type Writing = {
  editor: Editor | null
  kind: Macro['textKind']
  isEmpty: boolean
  setKind: (kind: Macro['textKind']) => void
  preview: (id: string) => ReactNode
}

/** Applies macros: writes their texts at the cursor, and collects their changes until the message is sent. */
export function useMacros(page: MacroContext, { editor, kind, isEmpty, setKind, preview }: Writing) {
  const showToast = useToast()
  const { timeZone } = useSite()
  const [pending, setPending] = useState<PendingMacro | null>(null)
  const [asked, setAsked] = useState<Macro>()
  const tell = (text: string) => showToast({ icon: CircleAlert, text })

  async function choose(id: string) {
    const { answer, problem } = await ask<typeof showMacro>('GET', '/api/v1/macros/:id', { params: { id } })
    if (problem) return tell(problem.detail)
    if (answer.inputs.length > 0) setAsked(answer)
    else await apply(answer, {})
  }

  async function apply(macro: Macro, inputs: Record<string, string>) {
    setAsked(undefined)
    const html = textFor(macro, page.customer.language)
    if (html && !(await write(macro, html, inputs))) return
    const steps = stepsOf(macro.actions, { ...page, timeZone }, new Date())
    if (steps.length > 0)
      setPending((before) => joined(before, { ...macro, name: placeOfMacro(macro.name).title, steps }))
    void ask<typeof countMacroUse>('POST', '/api/v1/macros/:id/uses', { params: { id: macro.id } })
  }

  async function write(macro: Macro, html: string, inputs: Record<string, string>): Promise<boolean> {
    if (!editor) {
      tell('The editor is still loading. Try again in a moment.')
      return false
    }
    // A note must not become part of a reply, because the customer would read it.
    if (!isEmpty && kind === 'reply' && macro.textKind === 'note') {
      tell('This macro writes a note. Send the reply first, or empty it.')
      return false
    }
    if (isEmpty) setKind(macro.textKind)
    const { insertMacroText } = await loadRichText()
    const textKind = isEmpty ? macro.textKind : kind
    insertMacroText(editor, html, valuesFor({ ...page, timeZone, textKind, inputs }))
    return true
  }

  const latest = useRef({ choose, preview })
  latest.current = { choose, preview }
  const port = useMemo(
    (): MacroPort => ({
      find: async (query, signal) => (await findMacros(query, signal)).answer ?? [],
      apply: (id) => void latest.current.choose(id),
      preview: (id) => latest.current.preview(id),
    }),
    [],
  )

  return {
    ...{ port, pending, asked, choose, apply },
    change: pending && joinSteps(pending.steps, pending.name),
    status: pending?.steps.find((step) => step.status)?.status,
    dismissAsked: () => setAsked(undefined),
    remove: (key: string) => setPending((before) => without(before, key)),
    restore: setPending,
  }
}

const joined = (before: PendingMacro | null, { name, afterwards, steps }: PendingMacro): PendingMacro => ({
  name: before && before.name !== name ? `${before.name}, ${name}` : name,
  afterwards,
  steps: withoutReplaced([...(before?.steps ?? []), ...steps]),
})

function without(before: PendingMacro | null, key: string): PendingMacro | null {
  const steps = before?.steps.filter((step) => step.key !== key) ?? []
  return before && steps.length > 0 ? { ...before, steps } : null
}
