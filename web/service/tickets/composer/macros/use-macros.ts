import type { Editor } from '@tiptap/react'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { mostOfWords, mostPendingChanges, placeOfMacro } from '#contract/tickets/macro-values.ts'
import type { copyMacroFiles, countMacroUse, Macro, MacroAction, showMacro } from '#contract/tickets/macros.ts'
import { mostFiles, type useUploads } from '#web/lib/uploads/use-uploads.ts'
import { useSite } from '#web/lib/use-site.ts'
import { ask } from '#web/lib/write/ask.ts'
import { namesOf } from '#web/service/tickets/composer/drafts/join-macros.ts'
import { loadRichText } from '#web/service/tickets/composer/editor/load-rich-text.ts'
import type { MacroPort } from '#web/service/tickets/composer/editor/macro-suggestions.ts'
import { stepsOf } from '#web/service/tickets/macros/actions.ts'
import { findMacros } from '#web/service/tickets/macros/list-macros.ts'
import { textFor, valuesFor } from '#web/service/tickets/macros/values.ts'
import type { TicketPageData } from '#web/service/tickets/ticket/ticket-page-data.ts'
import { useToast } from '#web/ui/notice/toast.tsx'
import type { usePendingMacro } from './use-pending-macro.ts'

export type MacroContext = Pick<
  TicketPageData,
  'ticket' | 'viewer' | 'fields' | 'teams' | 'statuses' | 'members' | 'customer' | 'customerFields' | 'languages'
>

type Writing = {
  editor: Editor | null
  kind: Macro['textKind']
  isEmpty: boolean
  files: Pick<ReturnType<typeof useUploads>, 'uploads' | 'addUploaded'>
  pending: ReturnType<typeof usePendingMacro>
  /** The viewer changed the changes of macros. */
  onChange: () => void
  setKind: (kind: Macro['textKind']) => void
  preview: (id: string) => ReactNode
}

/**
 * Applies macros: writes their texts at the cursor, and collects their changes until the message is sent. `flushSync`
 * renders the kind and the changes before the next key, so that a press of the send keys sends them with the text.
 */
export function useMacros(
  page: MacroContext,
  { editor, kind, isEmpty, files, pending, onChange, setKind, preview }: Writing,
) {
  const showToast = useToast()
  const { timeZone } = useSite()
  const [asked, setAsked] = useState<Macro>()
  const tell = (text: string) => showToast({ icon: CircleAlert, text })

  async function choose(id: string) {
    const { answer, problem } = await ask<typeof showMacro>('GET', '/api/v1/macros/:id', { params: { id } })
    if (problem) return tell(problem.detail)
    const { title } = placeOfMacro(answer.name)
    if (answer.missing) return tell(`${title} cannot be applied. ${answer.missing}.`)
    if (answer.inputs.length > 0) setAsked(answer)
    else await apply(answer, {})
  }

  async function apply(macro: Macro, inputs: Record<string, string>) {
    setAsked(undefined)
    const html = textFor(macro, page.customer.language)
    const before = pending.latest.current
    const changes = changesOf([...(before?.changes.flatMap(({ action }) => action ?? []) ?? []), ...macro.actions])
    if (changes.length > mostPendingChanges)
      return tell(`A message has at most ${mostPendingChanges} changes of macros.`)
    if ((html || macro.attachments.length > 0) && !(await write(macro, html, inputs))) return
    if (macro.actions.length > 0 && changes.length > 0) {
      const name = namesOf(before?.name ?? '', placeOfMacro(macro.name).title)
      flushSync(() => pending.show({ name, afterwards: macro.afterwards, changes }))
      onChange()
    }
    void ask<typeof countMacroUse>('POST', '/api/v1/macros/:id/uses', { params: { id: macro.id } })
  }

  const changesOf = (actions: MacroAction[]) =>
    stepsOf(actions, { ...page, timeZone }, new Date()).map(({ action, label, value }) => ({
      action,
      words: `${label} ${value}`.slice(0, mostOfWords),
    }))

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
    if (!(await attach(macro))) return false
    if (isEmpty) flushSync(() => setKind(macro.textKind))
    if (!html) return true
    const { insertMacroText } = await loadRichText()
    const textKind = isEmpty ? macro.textKind : kind
    insertMacroText(editor, html, valuesFor({ ...page, timeZone, textKind, inputs }))
    return true
  }

  async function attach({ id, attachments }: Macro): Promise<boolean> {
    if (attachments.length === 0) return true
    if (files.uploads.length + attachments.length > mostFiles) {
      tell(`A message can have at most ${mostFiles} files. Remove some first.`)
      return false
    }
    const path = '/api/v1/macros/:id/files'
    const { answer, problem } = await ask<typeof copyMacroFiles>('POST', path, { params: { id } })
    if (problem) tell(problem.detail)
    if (answer) files.addUploaded(answer.items)
    return answer !== undefined
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
    dismissAsked: () => setAsked(undefined),
    remove(key: string) {
      pending.remove(key)
      onChange()
    },
    clear() {
      pending.show(null)
      onChange()
    },
  }
}
