import { useRef } from 'react'
import type { Document } from '#contract/document.ts'
import { titleOfConflict } from '#web/lib/conflict/conflict-notice.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { type Choice, compareBlocks, joinTexts, type Text, wordsOf } from './join-texts.ts'
import type { Conflict } from './use-article-text.ts'

type Props = { conflict: Conflict; onSettle: (text: Text) => void; onPutOff: () => void }

/** Somebody else wrote in the same place: both are shown, and whoever writes here says what stays. */
export function ConflictDialog({ conflict, onSettle, onPutOff }: Props) {
  const { theirs, mine } = conflict
  const question = useRef<HTMLParagraphElement>(null)
  const { title, excerpt, metaTitle, metaDescription } = theirs
  const text: Text = { title, excerpt, metaTitle, metaDescription, document: theirs.document as Document }
  const settle = (choice: Choice) => onSettle(joinTexts(text, mine, choice))
  return (
    <Dialog open onClose={onPutOff} title={titleOfConflict(conflict)} size="md" initialFocus={question}>
      <DialogBody>
        {/* It comes while somebody types, whose next key must press nothing. */}
        <p ref={question} tabIndex={-1} className="text-ink-2">
          Nothing is lost, and nothing of this is saved yet: choose what stays. Closing this decides nothing.
        </p>
        <Differences text={text} mine={{ ...text, ...mine }} />
      </DialogBody>
      <DialogFooter>
        <Button size="md" onClick={() => settle('theirs')}>
          Keep theirs
        </Button>
        <Button size="md" onClick={() => settle('mine')}>
          Keep mine
        </Button>
        <Button size="md" variant="primary" onClick={() => settle('both')}>
          Keep both
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function Differences({ text, mine }: { text: Text; mine: Text }) {
  const parts = compareBlocks(text.document, mine.document).filter(({ side }) => side !== 'both')
  return (
    <div className="grid max-h-80 gap-2 overflow-y-auto">
      {text.title !== mine.title && (
        <>
          <Side side="theirs" words={text.title} />
          <Side side="mine" words={mine.title} />
        </>
      )}
      {parts.map(({ side, blocks }, index) => (
        <Side key={`${side} ${index.toString()}`} side={side} words={blocks.map(wordsOf).join('\n')} />
      ))}
    </div>
  )
}

const Side = ({ side, words }: { side: string; words: string }) => (
  <div className={classNames('rounded-sm px-3 py-2', side === 'mine' ? 'bg-selected' : 'bg-press')}>
    <h3 className="text-meta text-ink-2">{side === 'mine' ? 'Yours' : 'Theirs'}</h3>
    <p className="whitespace-pre-wrap">{words.slice(0, 2000) || 'Nothing'}</p>
  </div>
)
