import { useEffect, useRef, useState } from 'react'
import type {
  CommentThread,
  deleteEntryComment,
  listEntryComments,
  reopenEntryComment,
  resolveEntryComment,
} from '#contract/comments.ts'
import type { EntryPageData } from '#web/cms/entry-writing/entry-data.ts'
import { useFollow } from '#web/lib/live/use-live-reload.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Outcome } from '#web/lib/write/writer.ts'

export const commentsPath = '/api/v1/content-entries/:id/comments'
export const commentPath = `${commentsPath}/:comment` as const

type State = 'open' | 'resolved'
type Act = { do: 'resolve' | 'reopen' | 'delete'; comment: string; thread: string }
export type Comments = ReturnType<typeof useComments>
/** What a thread that is begun is about; null is the whole entry. */
export type Begun = { field: string | null; turn: number }
/** Words that are not sent yet. */
export type Draft = ReturnType<Comments['draftAt']>

/** What the team says of an entry: it comes with the page, and again with each comment. */
export function useComments({ entry, said }: Pick<EntryPageData, 'entry' | 'said'>) {
  const id = entry?.id
  const [open, setOpen] = useState(said.items)
  const [settled, setSettled] = useState<CommentThread[]>()
  const [settledCount, setSettledCount] = useState(said.resolved)
  const [problem, setProblem] = useState('')
  const [shown, setShown] = useState<State>('open')
  const [begun, setBegun] = useState<Begun>()
  // They outlast the form that they are written in: another one is begun, or a colleague settles the thread.
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(new Map())

  // What was asked for last is what holds: an answer that was overtaken may lack a comment that is on the screen.
  const asked = useRef({ open: 0, resolved: 0 })
  const isAheadOfPage = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the page was read
  useEffect(() => {
    if (isAheadOfPage.current) {
      isAheadOfPage.current = false
      void readAll()
      return
    }
    setOpen(said.items)
    setSettledCount(said.resolved)
  }, [said])

  async function read(state: State, signal?: AbortSignal) {
    if (!id) return
    const turn = ++asked.current[state]
    const { answer, problem: refused } = await ask<typeof listEntryComments>('GET', commentsPath, {
      ...{ params: { id }, query: { state }, waits: true },
      ...(signal && { signal }),
    })
    setProblem(refused?.detail ?? '')
    if (!answer || turn !== asked.current[state]) return
    if (state === 'open') setOpen(answer.items)
    else setSettled(answer.items)
    setSettledCount(answer.resolved)
  }
  const readAll = () => Promise.all([read('open'), shown === 'resolved' && read('resolved')])
  function readAhead() {
    isAheadOfPage.current = true
    return readAll()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: of each other entry, and when they are wanted
  useEffect(() => {
    if (shown === 'open') return
    const ending = new AbortController()
    read(shown, ending.signal).catch(() => {})
    return () => ending.abort()
  }, [id, shown])
  useFollow({
    // What was missed as a whole comes with the page.
    hear: (message) => message !== 'reset' && message.type === 'comments.changed' && message.subject?.id === id,
    load: readAhead,
  })

  const acting = useWrite((act: Act) => carryOut(act, id!), {
    ...{ inTurn: 'unless-same', keepsPage: true, tellsProblem: true },
    done: (_, act) => words[act.do],
    onAnswer: () => void readAhead(),
  })

  const write = (place: string, text: string | null) =>
    setDrafts((before) => {
      const others = [...before].filter(([one]) => one !== place)
      return new Map(text === null ? others : [...others, [place, text]])
    })
  /** One that was begun before, and is not sent. */
  const otherBegun = (ended: string | null) => {
    const places = [...drafts.keys()].filter((place) => place.startsWith(newPlace) && place !== placeOfNew(ended))
    const [place] = places
    return place === undefined ? undefined : place.slice(newPlace.length) || null
  }

  const turns = useRef(0)
  return {
    shownThreads: shown === 'open' ? open : settled,
    counts: { open: open.length, resolved: settledCount },
    ...{ shown, setShown, problem, begun },
    countOn: (field: string) => open.filter((thread) => thread.field?.key === field).length,
    /** Whether there are words that would be lost with the page. */
    isUnsent: () => [...drafts.values()].some((text) => text.trim() !== ''),
    /** `was`: the words there before somebody wrote. */
    draftAt: (place: string, was = '') => ({
      text: drafts.get(place) ?? was,
      isChanged: drafts.has(place),
      write: (text: string) => write(place, text === was ? null : text),
      drop: () => write(place, null),
    }),
    begin(field: string | null) {
      turns.current += 1
      setShown('open')
      setBegun({ field, turn: turns.current })
    },
    /** One that was begun before, and is not sent, is gone on with. */
    end() {
      const other = begun && otherBegun(begun.field)
      turns.current += 1
      setBegun(other === undefined ? undefined : { field: other, turn: turns.current })
    },
    /** As the server has it now: it stands in the list before the list is read again. */
    take(thread: CommentThread) {
      setOpen((before) => {
        const isKnown = before.some((one) => one.id === thread.id)
        return isKnown ? before.map((one) => (one.id === thread.id ? thread : one)) : [...before, thread]
      })
      void readAhead()
    },
    act: acting.write,
    isActing: (comment: string) => acting.underWay.some((act) => act.comment === comment),
  }
}

const newPlace = 'new '
export const placeOfNew = (field: string | null) => `${newPlace}${field ?? ''}`

const words = { resolve: 'Settled', reopen: 'Open again', delete: 'The comment is deleted' } as const

function carryOut({ do: what, comment, thread }: Act, id: string): Promise<Outcome<unknown>> {
  if (what === 'delete') return ask<typeof deleteEntryComment>('DELETE', commentPath, { params: { id, comment } })
  const place = { params: { id, comment: thread } }
  if (what === 'resolve') return ask<typeof resolveEntryComment>('PUT', `${commentPath}/resolution`, place)
  return ask<typeof reopenEntryComment>('DELETE', `${commentPath}/resolution`, place)
}
