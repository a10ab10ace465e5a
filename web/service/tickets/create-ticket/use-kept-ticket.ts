import { useEffect, useRef, useState } from 'react'
import type { TicketField } from '#contract/fields/custom-fields.ts'
import { type CustomValues, customNames, readKeptValues } from '#web/fields/custom/custom-fields.ts'
import { htmlOfText } from '#web/lib/html-of-text.ts'
import { filesOf, type KeptForm, readForm, useTaken } from '#web/lib/kept/kept-form.ts'
import { useKept } from '#web/lib/kept/use-kept.ts'
import type { useUploads } from '#web/lib/uploads/use-uploads.ts'
import type { RequestSource } from './ways.ts'

/** The initial values of the form. A new number in `round` makes React create the form again with these values. */
type TicketStart = Record<
  'email' | 'name' | 'subject' | 'html' | 'channel' | 'priority' | 'assignee' | 'team',
  string
> & {
  round: number
  isFound: boolean
  from: RequestSource
  tags: string[]
  cc: string[]
  /** Restored values of custom fields; null if there are none. */
  customFields: CustomValues | null
}

const emptyStart: TicketStart = {
  ...{ round: 0, isFound: false, from: 'customer', email: '', name: '', subject: '', html: '' },
  ...{ channel: 'phone', priority: 'normal', assignee: '', team: '', tags: [], cc: [], customFields: null },
}

const written = ['email', 'name', 'subject', 'html', 'text', 'tags', 'cc'] as const
const chosen = ['from', 'channel', 'priority', 'assignee', 'team'] as const

type Start = { viewerId: string; email: string; fields: readonly TicketField[] }

export function useKeptTicket(
  formId: string,
  { viewerId, email, fields }: Start,
  files: ReturnType<typeof useUploads>,
) {
  const names = [...written, ...chosen, ...customNames(fields)]
  const [start, setStart] = useState({ ...emptyStart, email })
  const isOver = useRef(false)
  const form = () => document.forms.namedItem(formId)

  const kept = useKept<KeptForm>({
    prefix: `new-ticket ${viewerId} `,
    read() {
      if (isOver.current || !readForm(form(), written, files.uploads)) return null
      return readForm(form(), names, files.uploads)
    },
    take(left) {
      // Restores only one stored ticket in a form. Other stored tickets wait for the next form.
      if (start.isFound) return false
      const now = readForm(form(), names, [])
      const customFields = readKeptValues(left.fields, fields)
      setStart({ ...startOf(left, now), customFields, round: start.round + 1, isFound: true })
      files.replaceUploads(filesOf(left))
      return true
    },
  })

  function empty() {
    files.clearUploads()
    setStart({ ...emptyStart, round: start.round + 1 })
  }

  useTaken(() => {
    isOver.current = true
    kept.keepNow()
  })
  // Also runs after hydration, so that text typed before hydration is stored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes what is stored
  useEffect(kept.changed, [files.uploads, start])

  return {
    ...{ start, empty, isKept: kept.isKept },
    dismiss: () => setStart((before) => ({ ...before, isFound: false })),
    watch: { onInput: kept.changed, onKeyUp: kept.changed, onClick: kept.changed },
  }
}

function startOf({ fields }: KeptForm, now: KeptForm | null): Omit<TicketStart, 'round' | 'isFound' | 'customFields'> {
  const first = (name: string) => fields[name]?.[0] || now?.fields[name]?.[0] || ''
  const html = htmlIn(fields)
  const typed = now ? htmlIn(now.fields) : ''
  return {
    from: first('from') === 'agent' ? 'agent' : 'customer',
    email: first('email'),
    name: first('name'),
    subject: first('subject'),
    html: html.includes(typed) ? html : html + typed,
    channel: first('channel') || emptyStart.channel,
    priority: first('priority') || emptyStart.priority,
    assignee: first('assignee'),
    team: first('team'),
    tags: fields.tags ?? [],
    cc: fields.cc ?? [],
  }
}

const htmlIn = ({ html = [], text = [] }: KeptForm['fields']) => html[0] || htmlOfText(text[0] ?? '')
