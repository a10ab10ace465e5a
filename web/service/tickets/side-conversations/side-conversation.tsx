import { ChevronRight, Forward } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { Time } from '#web/lib/time/time.tsx'
import { plural } from '#web/lib/words/format.ts'
import type { OutsideDraft } from '#web/service/tickets/ticket/outside-draft.ts'
import type { SideConversation as Conversation, Member, Message, Ticket } from '#web/service/tickets/ticket/types.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Pill } from '#web/ui/mark/pill.tsx'
import type { Aside } from './use-take-back-aside.ts'

/** A message that was taken back into the composer of a side conversation. */
export type Restored = { conversationId: string; draft: OutsideDraft; round: number }

export type SideProps = {
  conversation: Conversation
  ticket: Ticket
  members: Member[]
  viewer: Viewer
  clockAheadMs: number
  canWrite: boolean
  aside: Aside
  restored: Restored | undefined
  onForward: ((message: Message) => void) | undefined
}

/** `onDraft`: tells whether the composer has something unsent. */
export type SideBodyProps = SideProps & { onDraft: (hasDraft: boolean) => void }

const loadBody = async () => (await import('./side-conversation-body.tsx')).SideConversationBody

/** A side conversation, folded in the conversation of its ticket. */
export function SideConversation(props: SideProps) {
  const { conversation } = props
  const { messageCount, unread, closed, lastMessageAt } = conversation
  const [isOpen, setOpen] = useState(false)
  const [hasDraft, setHasDraft] = useState(conversation.hasDraft)
  const Body = useLazyModule(loadBody, isOpen)
  const bodyId = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page read the side conversation again
  useEffect(() => {
    if (!isOpen) setHasDraft(conversation.hasDraft)
  }, [conversation])
  return (
    <section aria-label={`Side conversation with ${peopleIn(conversation)}`} className="scroll-mt-3 md:pl-10">
      <div className="rounded-md border border-note-line bg-surface">
        <h3>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={bodyId}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-10 w-full items-center gap-2 rounded-md px-3.5 py-2 text-left hover:bg-hover"
          >
            <Icon of={ChevronRight} size={12} className={isOpen ? 'rotate-90 text-ink-3' : 'text-ink-3'} />
            <Icon of={Forward} size={14} className="text-note-ink" />
            <span className={unread ? 'min-w-0 truncate font-semibold' : 'min-w-0 truncate font-medium'}>
              To {peopleIn(conversation)}
            </span>{' '}
            <span className="shrink-0 text-meta text-ink-3">· {plural(messageCount, 'message')}</span>
            {unread && <Pill tone="teal">New</Pill>}
            {hasDraft && !isOpen && <Pill tone="amber">Draft</Pill>}
            {closed && <Pill tone="grey">Done</Pill>}
            <span className="ml-auto shrink-0 text-meta text-ink-3 tabular-nums max-md:hidden">
              <Time at={lastMessageAt} style="moment" />
            </span>
          </button>
        </h3>
        <div id={bodyId}>{isOpen && Body && <Body {...props} onDraft={setHasDraft} />}</div>
      </div>
    </section>
  )
}

const peopleIn = ({ people }: Conversation) =>
  people.map(({ name, address }) => name || shownAddress(address)).join(', ')
