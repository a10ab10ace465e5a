import { useEffect, useRef, useState } from 'react'
import type { ArticleHit } from '#contract/knowledge-base/search.ts'
import { ChangeFailures } from '#web/lib/batch/change-failures.tsx'
import { usePresence } from '#web/lib/live/use-presence.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { useReadAgain } from '#web/lib/write/read-again.ts'
import { Composer } from '#web/service/tickets/composer/composer.tsx'
import { loadRichText } from '#web/service/tickets/composer/editor/load-rich-text.ts'
import type { ComposerHandle } from '#web/service/tickets/composer/use-composer.ts'
import { useTakeBack } from '#web/service/tickets/composer/use-take-back.ts'
import { Conversation } from '#web/service/tickets/conversation/conversation.tsx'
import { useSeen } from '#web/service/tickets/conversation/use-seen.ts'
import { Forward } from '#web/service/tickets/side-conversations/forward.tsx'
import { type Restored, SideConversation } from '#web/service/tickets/side-conversations/side-conversation.tsx'
import { useTakeBackAside } from '#web/service/tickets/side-conversations/use-take-back-aside.ts'
import { useTicketChanges } from '#web/service/tickets/ticket/changes/use-ticket-changes.ts'
import { rememberOpened } from '#web/service/tickets/ticket/list-context.ts'
import { useLoadAhead } from '#web/service/tickets/ticket/loaded-ahead.ts'
import { forwardOf } from '#web/service/tickets/ticket/outside-draft.ts'
import type { TicketPageData } from '#web/service/tickets/ticket/ticket-page-data.ts'
import type { Message } from '#web/service/tickets/ticket/types.ts'
import { Split, SplitMain } from '#web/ui/page/split.tsx'
import { PropertyStrip, TicketPanel } from './panel/ticket-panel.tsx'
import { TicketBar } from './ticket-bar.tsx'
import { TicketNotices } from './ticket-notices.tsx'
import { useFollowing } from './use-following.ts'
import { usePlace, useTicketActions } from './use-ticket-actions.ts'

/** The interval between reloads. The signed URLs of files are valid for at least five minutes. */
const freshFilesMs = 4 * 60_000

export function TicketPage(data: TicketPageData) {
  const { viewer, messages, now, isAhead } = data
  const [solveTries, setSolveTries] = useState(0)
  const onFieldsMissing = () => setSolveTries((tries) => tries + 1)
  const changes = useTicketChanges(onFieldsMissing)
  const ticket = changes.preview(data.ticket)
  const place = usePlace(ticket.id)
  const canWrite = viewer.service?.state !== 'ended'
  const composer = useRef<ComposerHandle>(null)
  const seen = useSeen(data.ticket)
  const [clockAheadMs, setClockAheadMs] = useState(0)
  const onTakeBack = useTakeBack({ ticketId: ticket.id, messages: messages.items, viewerId: viewer.id, composer })
  const [restored, setRestored] = useState<Restored>()
  const aside = useTakeBackAside({
    ...{ ticketId: ticket.id, viewerId: viewer.id, composer },
    restore: (conversationId, draft) =>
      setRestored((before) => ({ conversationId, draft, round: (before?.round ?? 0) + 1 })),
  })
  const following = useFollowing({ ticketId: ticket.id, followers: data.followers, viewerId: viewer.id })
  const actions = useTicketActions({ ticket, viewer, place, composer, run: changes.run, following, enabled: canWrite })
  const people = usePresence({ kind: 'ticket', id: ticket.id, viewerId: viewer.id })
  const report = useLazyModule(loadReport, data.batch !== null)
  useFreshData(ticket.id, isAhead, place.nextId)
  useEffect(() => setClockAheadMs(Date.now() - now), [now])

  const onInsert = (article: ArticleHit) => void composer.current?.insert(article)
  const shared = {
    ...data,
    ticket,
    changes,
    canWrite,
    following,
    seen,
    clockAheadMs,
    onTakeBack,
    onInsert,
    solveTries,
    onFieldsMissing,
    onForward: canWrite ? (message: Message) => composer.current?.forward(forwardOf(message, ticket)) : undefined,
    onNext: place.openNext,
    onList: place.openList,
  }
  return (
    <Split panel={<TicketPanel {...shared} />}>
      <SplitMain>
        <TicketBar {...shared} place={place} actions={actions} people={people} />
        <PropertyStrip {...shared} />
        {report && data.batch && <report.ReplyReport batch={data.batch} />}
        <ChangeFailures changes={changes} />
        <TicketNotices ticket={ticket} changes={changes} canWrite={canWrite} />
        <Conversation
          {...shared}
          renderSide={(side) => (
            <SideConversation key={side.id} conversation={side} {...{ ...shared, aside, restored }} />
          )}
        />
        {canWrite && (
          <Composer
            ref={composer}
            {...shared}
            renderForward={({ round, ...forward }) => (
              <Forward
                key={round}
                {...{ ticketId: ticket.id, viewerId: viewer.id, messages: messages.items, clockAheadMs }}
                onUndo={aside.offerUndo}
                {...forward}
              />
            )}
          />
        )}
      </SplitMain>
    </Split>
  )
}

const loadReport = () => import('#web/service/tickets/problems/reply-report.tsx')

function useFreshData(id: string, isAhead: boolean, nextId: string | null) {
  const readAgain = useReadAgain()
  const loadAhead = useLoadAhead(loadRichText)
  useEffect(() => rememberOpened(id), [id])
  useEffect(() => loadAhead(nextId), [nextId, loadAhead])
  useEffect(() => {
    if (isAhead) readAgain()
  }, [isAhead, readAgain])
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && readAgain(), freshFilesMs)
    return () => clearInterval(timer)
  }, [readAgain])
}
