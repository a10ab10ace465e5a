import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useLiveReload } from '#web/lib/use-live-reload.ts'
import { Split, SplitMain } from '#web/ui/page/split.tsx'
import { ChangeReport } from './change-report.tsx'
import { Composer } from './composer/composer.tsx'
import type { ComposerHandle } from './composer/use-composer.ts'
import { Conversation } from './conversation/conversation.tsx'
import { rememberOpened } from './list-context.ts'
import { useLoadAhead } from './loaded-ahead.ts'
import { PropertyStrip } from './panel/property-strip.tsx'
import { TicketPanel } from './panel/ticket-panel.tsx'
import { TicketBar } from './ticket-bar.tsx'
import { TicketNotices } from './ticket-notices.tsx'
import type { TicketPageData } from './ticket-page-data.ts'
import { usePlace } from './use-place.ts'
import { useSeen } from './use-seen.ts'
import { useTakeBack } from './use-take-back.ts'
import { useTicketActions } from './use-ticket-actions.ts'
import { useTicketChanges } from './use-ticket-changes.ts'

/** Signed addresses of files run out after five minutes at the earliest. */
const freshFilesMs = 4 * 60_000

export function TicketPage(data: TicketPageData) {
  const { viewer, messages, now, isAhead } = data
  const changes = useTicketChanges()
  const ticket = changes.preview(data.ticket)
  const place = usePlace(ticket.id)
  const canWrite = viewer.service?.state !== 'ended'
  const composer = useRef<ComposerHandle>(null)
  const seen = useSeen(data.ticket)
  const [clockAheadMs, setClockAheadMs] = useState(0)
  const takeBack = useTakeBack({ ticketId: ticket.id, messages, viewerId: viewer.id, composer })
  const actions = useTicketActions({ ticket, viewer, place, composer, run: changes.run, enabled: canWrite })
  useFreshData(ticket.id, isAhead, place.nextId)
  useEffect(() => setClockAheadMs(Date.now() - now), [now])

  const shared = { ...data, ticket, changes, canWrite }
  return (
    <Split>
      <SplitMain>
        <TicketBar ticket={ticket} place={place} changes={changes} actions={actions} canWrite={canWrite} />
        <PropertyStrip {...shared} />
        <ChangeReport changes={changes} />
        <TicketNotices ticket={ticket} changes={changes} canWrite={canWrite} />
        <Conversation {...shared} seen={seen} clockAheadMs={clockAheadMs} onTakeBack={takeBack} />
        {canWrite && (
          <Composer ref={composer} {...shared} seen={seen} clockAheadMs={clockAheadMs} onTakeBack={takeBack} />
        )}
      </SplitMain>
      <TicketPanel {...shared} />
    </Split>
  )
}

function useFreshData(id: string, isAhead: boolean, nextId: string | null) {
  const { revalidate } = useRevalidator()
  const loadAhead = useLoadAhead()
  useLiveReload(({ subject, type }) => subject?.id === id && type !== 'ticket.seen')
  useEffect(() => rememberOpened(id), [id])
  useEffect(() => loadAhead(nextId), [nextId, loadAhead])
  useEffect(() => {
    // Its data is from the moment it was loaded ahead.
    if (isAhead) revalidate()
  }, [isAhead, revalidate])
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && revalidate(), freshFilesMs)
    return () => clearInterval(timer)
  }, [revalidate])
}
