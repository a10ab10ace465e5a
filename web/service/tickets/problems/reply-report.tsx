import type { Batch } from '#contract/bulk/batches.ts'
import { BatchReport } from '#web/lib/batch/batch-report.tsx'
import { endedWords } from '#web/lib/batch/batch-words.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'

/** The progress and the result of replies to the incidents of a problem. */
export const ReplyReport = ({ batch }: { batch: Batch }) => (
  <BatchReport batch={batch} wordsOf={wordsOf} hrefOf={ticketHref} />
)

function wordsOf(batch: Batch) {
  if (batch.undoes)
    return { doing: 'Taking back replies', ended: endedWords(batch, 'taken back', ['reply', 'replies']) }
  const ended = endedWords(batch, 'answered', ['incident', 'incidents'])
  return {
    doing: 'Writing replies',
    ended: batch.done > 0 && batch.canUndo ? `${ended} Undo takes back the replies that are not sent yet.` : ended,
  }
}
