import type { ComponentProps } from 'react'
import type { listTicketTags } from '#contract/tickets/tickets.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { ask } from '#web/lib/write/ask.ts'
import { TagDialog } from './tag-dialog.tsx'

type Props = Omit<ComponentProps<typeof TagDialog>, 'noun'>

/** Offers the tags that are used in the workspace, those that are near first. */
export function TicketTagDialog({ known, ...rest }: Props) {
  const { open } = rest
  const { answer } = useAnswer<string[]>(`tags ${open}`, async (signal) => {
    if (!open) return {}
    const { answer, problem } = await ask<typeof listTicketTags>('GET', '/api/v1/ticket-tags', { signal })
    return { answer: answer?.items, problem }
  })
  return <TagDialog known={[...new Set([...known, ...(answer ?? [])])]} {...rest} />
}
