import { plural } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import type { Noun } from './batch-sums.ts'

type Matching = { count: number; isMore: boolean }

type Props = {
  batch: { matching: Matching | undefined; choose: () => void; isPending: boolean }
  noun: Noun
  /** Of its key. */
  group: string
  rows: number
  /** All of the page are selected. */
  isPage: boolean
  /** There are others beside the page. */
  hasOthers: boolean
  onSelectPage: () => void
}

/** From all of a page to all that match, by the same key. */
export function ChooseAll({ batch, noun, group, rows, isPage, hasOthers, onSelectPage }: Props) {
  const { matching, choose, isPending } = batch
  useShortcuts(
    {
      'shift+a': {
        label: 'Select the page, then all that match',
        run: () => (isPage ? hasOthers && !matching && choose() : onSelectPage()),
      },
    },
    { group, enabled: rows > 0 },
  )
  if (!isPage || !hasOthers) return null
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-3 border-b border-line px-4 py-2 md:px-5">
      <span role="status">
        {matching
          ? `All ${plural(matching.count, ...noun)} that match are selected${matching.isMore ? '; more than one change takes, so narrow the list' : ''}.`
          : `All ${plural(rows, ...noun)} of this page are selected.`}
      </span>
      {!matching && (
        <Button size="sm" disabled={isPending} onClick={choose}>
          Select all that match
        </Button>
      )}
    </div>
  )
}
