import type { ReactNode } from 'react'
import type { Choice } from '#contract/writing/merging/conflicts.ts'
import type { OpenConflict } from '#web/lib/writing/saving/use-saving.ts'
import { Button } from '#web/ui/button/button.tsx'
import { DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { Question } from '#web/ui/overlay/question.tsx'
import { titleOfConflict } from './conflict-notice.tsx'

type Props = {
  conflict: OpenConflict
  onChoose: (choice: Choice) => void
  onPutOff: () => void
  children: ReactNode
  more?: ReactNode
}

export const ConflictQuestion = ({ conflict, onChoose, onPutOff, children, more }: Props) => (
  <Question title={titleOfConflict(conflict)} isWanted={conflict.isWanted} onClose={onPutOff}>
    <div className="grid min-h-0 gap-4 overflow-y-auto px-5 pt-1 pb-4">
      <p className="text-ink-2">
        You both changed the parts below. All other changes are kept. Nothing is saved until you choose; you can keep
        writing. Press F6 to move here from the text.
      </p>
      {children}
    </div>
    <DialogFooter>
      <Button size="md" onClick={() => onChoose('theirs')}>
        Keep theirs
      </Button>
      <Button size="md" onClick={() => onChoose('yours')}>
        Keep mine
      </Button>
      {more}
    </DialogFooter>
  </Question>
)
