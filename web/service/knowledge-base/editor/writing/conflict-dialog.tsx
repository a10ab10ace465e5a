import type { Choice } from '#contract/writing/merging/contest.ts'
import { titleOfConflict } from '#web/lib/conflict/conflict-notice.tsx'
import { BlockSides, ConflictSides, ConflictWords } from '#web/lib/conflict/conflict-sides.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { Question } from '#web/ui/overlay/question.tsx'
import type { Lines } from './saver.ts'
import type { Conflict } from './use-article-text.ts'

type Props = { conflict: Conflict; onSettle: (choice: Choice) => void; onPutOff: () => void }

const lineLabels: Record<keyof Lines, string> = {
  title: 'Title',
  excerpt: 'Excerpt',
  metaTitle: 'Title in searches',
  metaDescription: 'Description in searches',
}

/** Somebody else wrote in the same place: what differs is shown, and whoever writes here says what stays. */
export function ConflictDialog({ conflict, onSettle, onPutOff }: Props) {
  return (
    <Question title={titleOfConflict(conflict)} isWanted={conflict.isWanted} onClose={onPutOff}>
      <div className="grid min-h-0 gap-3 overflow-y-auto px-5 pt-1 pb-4">
        <ConflictWords />
        {conflict.lines.map(({ name, theirs, yours }) => (
          <ConflictSides key={name} label={lineLabels[name]} theirs={theirs} yours={yours} />
        ))}
        {conflict.blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no name
          <BlockSides key={index} {...block} />
        ))}
      </div>
      <DialogFooter>
        <Button size="md" onClick={() => onSettle('theirs')}>
          Keep theirs
        </Button>
        <Button size="md" onClick={() => onSettle('yours')}>
          Keep mine
        </Button>
        <Button size="md" variant="primary" onClick={() => onSettle('both')}>
          Keep both
        </Button>
      </DialogFooter>
    </Question>
  )
}
