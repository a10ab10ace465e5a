import { useEffect, useRef, useState } from 'react'
import { htmlOfText } from '#web/lib/html-of-text.ts'
import { filesOf, type KeptForm, readForm, useTaken } from '#web/lib/kept/kept-form.ts'
import { useKept } from '#web/lib/kept/use-kept.ts'
import type { useUploads } from '#web/lib/uploads/use-uploads.ts'
import type { RequestSource } from './ways.ts'

/** The initial values of the form. A new number in `round` makes React create the form again with these values. */
type TicketStart = Record<'email' | 'name' | 'subject' | 'html' | 'channel' | 'priority' | 'assignee', string> & {
  round: number
  isFound: boolean
  from: RequestSource
  tags: string[]
  cc: string[]
}

const emptyStart: TicketStart = {
  ...{ round: 0, isFound: false, from: 'customer', email: '', name: '', subject: '', html: '' },
  ...{ channel: 'phone', priority: 'normal', assignee: '', tags: [], cc: [] },
}

const written = ['email', 'name', 'subject', 'html', 'text', 'tags', 'cc'] as const
const chosen = ['from', 'channel', 'priority', 'assignee'] as const

export function useKeptTicket(
  formId: string,
  { viewerId, email }: { viewerId: string; email: string },
  files: ReturnType<typeof useUploads>,
) {
  const [start, setStart] = useState({ ...emptyStart, email })
  const isOver = useRef(false)
  const form = () => document.forms.namedItem(formId)

  const kept = useKept<KeptForm>({
    prefix: `new-ticket ${viewerId} `,
    read() {
      if (isOver.current || !readForm(form(), written, files.uploads)) return null
      return readForm(form(), [...written, ...chosen], files.uploads)
    },
    take(left) {
      // Restores only one stored ticket in a form. Other stored tickets wait for the next form.
      if (start.isFound) return false
      const now = readForm(form(), [...written, ...chosen], [])
      setStart({ ...startOf(left, now), round: start.round + 1, isFound: true })
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

function startOf({ fields }: KeptForm, now: KeptForm | null): Omit<TicketStart, 'round' | 'isFound'> {
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
    tags: fields.tags ?? [],
    cc: fields.cc ?? [],
  }
}

const htmlIn = ({ html = [], text = [] }: KeptForm['fields']) => html[0] || htmlOfText(text[0] ?? '')
