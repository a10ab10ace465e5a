import { Bookmark, EllipsisVertical } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { countEntries } from '#contract/content/changes.ts'
import type { ContentView, createContentView, deleteContentView } from '#contract/content/views.ts'
import { type EntriesQuery, matchOf, readEntriesQuery, viewOf } from '#web/cms/entry-list/entries-query.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { formatCount } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Menu } from '#web/ui/overlay/menu.tsx'

const loadDialog = () => import('./view-dialog.tsx')

export function SavedView({ query, views }: { query: EntriesQuery; views: ContentView[] }) {
  const [editing, setEditing] = useState<ContentView | 'new'>()
  const dialog = useLazyModule(loadDialog, editing !== undefined)
  const search = viewOf(query)
  const kept = viewAt(views, query)
  const remove = useDelete()
  useShortcuts({ s: { label: 'Save view', run: () => setEditing('new') } }, { group: 'Content list', enabled: !kept })
  return (
    <>
      {!kept && search !== '' && (
        <Button variant="ghost" icon={Bookmark} onClick={() => setEditing('new')}>
          Save view
        </Button>
      )}
      {kept?.canChange && (
        <Menu
          label="This view"
          align="end"
          button={<IconButton icon={EllipsisVertical} label="Actions for this view" />}
          items={[
            { label: 'Rename or share…', onSelect: () => setEditing(kept) },
            { label: 'Delete view', danger: true, onSelect: () => remove.write(kept) },
          ]}
        />
      )}
      {dialog && editing !== undefined && (
        <dialog.ViewDialog view={editing} search={search} onClose={() => setEditing(undefined)} />
      )}
    </>
  )
}

/** Returns the saved view for this search. The viewer's own view has priority over shared views. */
export const viewAt = (views: ContentView[], query: EntriesQuery) =>
  views.filter(({ search }) => search === viewOf(query)).toSorted((a, b) => Number(b.isMine) - Number(a.isMine))[0]

const useDelete = () =>
  useWrite(
    ({ id }: ContentView) => ask<typeof deleteContentView>('DELETE', '/api/v1/content-views/:id', { params: { id } }),
    {
      done: (_, { name }) => `${name} deleted`,
      tellsProblem: true,
      undo: (_, { name, search, isShared }) =>
        ask<typeof createContentView>('POST', '/api/v1/content-views', { body: { name, search, isShared } }),
    },
  )

// Maximum number of views that are counted. Each count is a search, and the number of searches per minute is limited.
const mostCounted = 10
const pauseMs = 1500

/**
 * Counts the entries of the first saved views, one view after the other. Counts again when the views or `of` change.
 */
export function useViewCounts(views: ContentView[], of: unknown): ReadonlyMap<string, string> {
  const [counts, setCounts] = useState<ReadonlyMap<string, string>>(new Map())
  const wanted = views.slice(0, mostCounted).map(({ id, search }) => ({ id, search }))
  const key = JSON.stringify([wanted, of])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of it
  useEffect(() => {
    const ending = new AbortController()
    const count = async () => {
      for (const { id, search } of wanted) {
        const query = matchOf(readEntriesQuery(new URLSearchParams(search)))
        const { answer } = await ask<typeof countEntries>('GET', '/api/v1/content-entry-count', {
          ...{ query, signal: ending.signal },
        })
        if (ending.signal.aborted) return
        if (answer)
          setCounts((before) => new Map(before).set(id, `${formatCount(answer.count)}${answer.isMore ? '+' : ''}`))
      }
    }
    const timer = setTimeout(() => void count().catch(() => {}), counts.size > 0 ? pauseMs : 0)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [key])
  return counts
}
