import { useState } from 'react'
import type { findEntryUses } from '#contract/content/changes.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { InputOf } from '#contract/pages.ts'
import { hrefOf } from '#web/cms/entries/entry-words.ts'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'

export type WithdrawalAct = 'unpublish' | 'trash'
type WithdrawalRequest = {
  act: WithdrawalAct
  entries: number
  of: InputOf<typeof findEntryUses>['query']
  goOn: () => void
}
type OpenQuestion = WithdrawalRequest & { uses: AnswerOf<typeof findEntryUses> }

/** Asks before live entries are unpublished or moved to the trash, or entries in use are moved to the trash. */
export function useWithdrawalQuestion() {
  const [asked, setAsked] = useState<OpenQuestion>()
  const finding = useWrite(
    ({ of }: WithdrawalRequest) => ask<typeof findEntryUses>('GET', '/api/v1/content-entry-uses', { query: of }),
    {
      keepsPage: true,
      tellsProblem: true,
      onAnswer(uses, wanted) {
        const isFree = uses.live === 0 && (uses.used === 0 || wanted.act === 'unpublish')
        if (isFree) wanted.goOn()
        else setAsked({ ...wanted, uses })
      },
    },
  )
  return { asked, close: () => setAsked(undefined), ask: finding.write }
}

const verbs = { unpublish: 'Unpublish', trash: 'Move to the trash' }

export function WithdrawalQuestion({
  asked,
  close,
}: Pick<ReturnType<typeof useWithdrawalQuestion>, 'asked' | 'close'>) {
  if (!asked) return null
  const { act, entries, uses, goOn } = asked
  return (
    <ConfirmDialog
      open
      onClose={close}
      title={
        act === 'unpublish'
          ? `Unpublish ${plural(uses.live, 'entry', 'entries')}?`
          : `Move ${plural(entries, 'entry', 'entries')} to the trash?`
      }
      confirmLabel={uses.used > 0 ? `${verbs[act]} anyway` : verbs[act]}
      onConfirm={() => {
        close()
        goOn()
      }}
    >
      {uses.live > 0 && <p>{liveWords[act](uses.live, entries)}</p>}
      {uses.used > 0 && <Users entries={entries} uses={uses} />}
    </ConfirmDialog>
  )
}

const liveWords = {
  unpublish(live: number, entries: number) {
    const rest = entries - live
    const others =
      rest > 0 ? ` ${plural(rest, 'other entry is', 'other entries are')} not live and will not change.` : ''
    return `Readers will no longer see ${live === 1 ? 'it' : 'them'}, in any language. Drafts and versions stay.${others}`
  },
  trash(live: number, entries: number) {
    const who = entries === 1 ? 'It is live.' : `${live} of them ${live === 1 ? 'is' : 'are'} live.`
    const [it, restored] = live === 1 ? ['it', 'it becomes a draft'] : ['them', 'they become drafts']
    return `${who} Readers will no longer see ${it}, in any language. If you undo this or restore ${it}, ${restored}.`
  },
}

function Users({ entries, uses: { used, count, users } }: Pick<OpenQuestion, 'entries' | 'uses'>) {
  return (
    <div className="mt-2 first:mt-0">
      <p>
        {plural(count, 'other entry', 'other entries')} {count === 1 ? 'references' : 'reference'}{' '}
        {entries === 1 ? 'it' : `${used} of them`}. The links in these entries will stop working:
      </p>
      <ul className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-0.5">
        {users.map(({ id, title }) => (
          <li key={id} className="truncate">
            <TextLink href={hrefOf(id)}>{title || 'Untitled'}</TextLink>
          </li>
        ))}
      </ul>
      {count > users.length && <p>and {count - users.length} more</p>}
    </div>
  )
}
