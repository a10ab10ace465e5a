import type { Choice } from '#contract/writing/merging/conflicts.ts'
import { ConflictQuestion } from '#web/lib/writing/conflict/conflict-question.tsx'
import { BlockSides, ConflictSides } from '#web/lib/writing/conflict/conflict-sides.tsx'
import { Button } from '#web/ui/button/button.tsx'
import type { Lines } from './join-texts.ts'
import type { Conflict } from './use-article-text.ts'

type Props = { conflict: Conflict; onSettle: (choice: Choice) => void; onPutOff: () => void }

const lineLabels: Record<keyof Lines, string> = {
  title: 'Title',
  excerpt: 'Excerpt',
  metaTitle: 'Title for search engines',
  metaDescription: 'Description',
}

export const ConflictDialog = ({ conflict, onSettle, onPutOff }: Props) => (
  <ConflictQuestion
    conflict={conflict}
    onChoose={onSettle}
    onPutOff={onPutOff}
    more={
      <Button size="md" variant="primary" onClick={() => onSettle('both')}>
        Keep both
      </Button>
    }
  >
    {conflict.lines.map(({ name, theirs, yours }) => (
      <ConflictSides key={name} label={lineLabels[name]} theirs={theirs} yours={yours} />
    ))}
    {conflict.blocks.map((block, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they have no name
      <BlockSides key={index} {...block} />
    ))}
  </ConflictQuestion>
)
