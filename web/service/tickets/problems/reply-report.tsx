import { useEffect, useState } from 'react'
import type { Batch } from '#contract/bulk/batches.ts'
import { BatchReport } from '#web/lib/batch/batch-report.tsx'
import { endedWords } from '#web/lib/batch/batch-words.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'

/** The progress and the result of replies to the incidents of a problem. The undo ends when all replies are sent. */
export function ReplyReport({ batch }: { batch: Batch }) {
  const isSent = useIsPast(batch.endedAt === null ? null : lastSendOf(batch))
  return <BatchReport batch={{ ...batch, canUndo: batch.canUndo && !isSent }} wordsOf={wordsOf} hrefOf={ticketHref} />
}

const holdMs = 10_000

/** Each reply is held until `sendAt` of the batch, and at least 10 seconds. */
const lastSendOf = ({ input, endedAt }: Batch) =>
  Math.max(Date.parse(String(input.sendAt)) || 0, Date.parse(endedAt!) + holdMs)

function useIsPast(time: number | null) {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    setPast(false)
    if (time === null) return
    const timer = setTimeout(() => setPast(true), Math.max(0, time - Date.now()))
    return () => clearTimeout(timer)
  }, [time])
  return isPast
}

function wordsOf(batch: Batch) {
  if (batch.undoes)
    return { doing: 'Taking back replies', ended: endedWords(batch, 'taken back', ['reply', 'replies']) }
  const ended = endedWords(batch, 'answered', ['incident', 'incidents'])
  return {
    doing: 'Writing replies',
    ended: batch.done > 0 && batch.canUndo ? `${ended} Undo takes back the replies that are not sent yet.` : ended,
  }
}
