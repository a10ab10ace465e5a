import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { findEntryUses } from '#contract/entry-changes.ts'
import type { InputOf } from '#contract/pages.ts'
import { listedHref } from '#web/cms/entries/entry-words.ts'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'

/** What takes entries from readers. */
export type TakingAway = 'unpublish' | 'trash'
type Wanted = { act: TakingAway; entries: number; of: InputOf<typeof findEntryUses>['query']; goOn: () => void }
type Asked = Wanted & { uses: AnswerOf<typeof findEntryUses> }

/** Before entries are taken away whoever does it is told who refers to them; where nobody does, nothing is asked. */
export function useUsesQuestion() {
  const [asked, setAsked] = useState<Asked>()
  const finding = useWrite(
    ({ of }: Wanted) => ask<typeof findEntryUses>('GET', '/api/v1/content-entry-uses', { query: of }),
    {
      keepsPage: true,
      tellsProblem: true,
      onAnswer: (uses, wanted) => (uses.used === 0 ? wanted.goOn() : setAsked({ ...wanted, uses })),
    },
  )
  return { asked, close: () => setAsked(undefined), ask: finding.write }
}

const words = {
  unpublish: { title: 'Unpublish', verb: 'Unpublish all the same' },
  trash: { title: 'Move to the trash:', verb: 'Move to the trash all the same' },
}

export function UsesQuestion({ asked, close }: Pick<ReturnType<typeof useUsesQuestion>, 'asked' | 'close'>) {
  if (!asked) return null
  const { act, entries, uses, goOn } = asked
  const { used, count, users } = uses
  const isOne = entries === 1
  return (
    <ConfirmDialog
      open
      onClose={close}
      title={`${words[act].title} ${plural(entries, 'entry', 'entries')}?`}
      confirmLabel={words[act].verb}
      onConfirm={() => {
        close()
        goOn()
      }}
    >
      <p>
        {plural(count, 'other entry', 'other entries')} {count === 1 ? 'leads' : 'lead'} to{' '}
        {isOne ? 'it' : `${used} of them`}. Readers find nothing there then:
      </p>
      <ul className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-0.5">
        {users.map(({ id, title }) => (
          <li key={id} className="truncate">
            <TextLink href={listedHref(id)}>{title || 'Untitled'}</TextLink>
          </li>
        ))}
      </ul>
      {count > users.length && <p>and {count - users.length} more</p>}
    </ConfirmDialog>
  )
}
