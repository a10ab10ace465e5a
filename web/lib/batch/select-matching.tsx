import { plural } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import type { Noun } from './batch-words.ts'
import type { useMatching } from './use-matching.ts'

type Props = {
  all: Pick<ReturnType<typeof useMatching>, 'matching' | 'select' | 'isPending'>
  noun: Noun
  group: string
  rows: number
  isPageSelected: boolean
  hasOtherPages: boolean
  onSelectPage: () => void
}

export function SelectMatching({ all, noun, group, rows, isPageSelected, hasOtherPages, onSelectPage }: Props) {
  const { matching, select, isPending } = all
  useShortcuts(
    {
      'shift+a': {
        label: 'Select the page, then all that match',
        run: () => (isPageSelected ? hasOtherPages && !matching && select() : onSelectPage()),
      },
    },
    { group, enabled: rows > 0 },
  )
  if (!isPageSelected || !hasOtherPages) return null
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-3 border-b border-line px-4 py-2 md:px-5">
      <span role="status">
        {matching
          ? `All ${plural(matching.count, ...noun)} that match are selected${matching.isMore ? '. More match, but a change can take no more at a time. Add a filter' : ''}.`
          : `All ${plural(rows, ...noun)} of this page are selected.`}
      </span>
      {!matching && (
        <Button size="sm" disabled={isPending} onClick={select}>
          Select all that match
        </Button>
      )}
    </div>
  )
}
