import { useEffect, useRef, useState } from 'react'
import type { Thread } from '#contract/writing/comments.ts'
import { useFollow } from '#web/lib/live/use-live-reload.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Outcome } from '#web/lib/write/writer.ts'
import type { CommentText } from './comment-form.tsx'

type State = 'open' | 'resolved'
type Act = { do: 'resolve' | 'reopen' | 'delete'; comment: string }
export type OpenThreads<T extends Thread> = { items: T[]; resolved: number }

export type CommentsApi<T extends Thread, P> = {
  list: (state: State, signal?: AbortSignal) => Promise<Outcome<OpenThreads<T>>>
  begin: (place: P | null, written: CommentText, idempotencyKey: string) => Promise<Outcome<T>>
  answer: (thread: string, written: CommentText, idempotencyKey: string) => Promise<Outcome<T>>
  change: (comment: string, written: CommentText, idempotencyKey: string) => Promise<Outcome<T>>
  act: (act: Act) => Promise<Outcome<unknown>>
}
export type Comments<T extends Thread, P> = ReturnType<typeof useComments<T, P>>
export type NewThread<P> = { place: P | null; turn: number }
export type Draft = { text: string; isChanged: boolean; write: (text: string) => void; drop: () => void }

type CommentsOptions<T extends Thread, P> = {
  id: string | undefined
  said: OpenThreads<T>
  api: CommentsApi<T, P>
}

export function useComments<T extends Thread, P>({ id, said, api }: CommentsOptions<T, P>) {
  const [open, setOpen] = useState(said.items)
  const [settled, setSettled] = useState<T[]>()
  const [settledCount, setSettledCount] = useState(said.resolved)
  const [problem, setProblem] = useState('')
  const [shown, setShown] = useState<State>('open')
  const [begun, setBegun] = useState<NewThread<P>>()
  // The drafts are not deleted when their form closes, for example because a colleague resolves the thread.
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(new Map())

  // The number of the latest request. Older answers are ignored, because they may lack a comment that is already on the
  // screen.
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
    const { answer, problem: refused } = await api.list(state, signal)
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
    hear: (message) => message !== 'reset' && message.type === 'comments.changed' && message.subject?.id === id,
    load: readAhead,
  })

  const acting = useWrite((act: Act) => api.act(act), {
    ...{ inTurn: 'unless-same', keepsPage: true, tellsProblem: true },
    done: (_, act) => words[act.do],
    onAnswer: () => void readAhead(),
  })

  const write = (place: string, text: string | null) =>
    setDrafts((before) => {
      const others = [...before].filter(([one]) => one !== place)
      return new Map(text === null ? others : [...others, [place, text]])
    })
  const begunPlaces = useRef(new Map<string, P | null>())
  const otherBegun = (ended: P | null) =>
    [...drafts.keys()].find((name) => begunPlaces.current.has(name) && name !== placeOfNew(ended))

  const turns = useRef(0)
  return {
    shownThreads: shown === 'open' ? open : settled,
    counts: { open: open.length, resolved: settledCount },
    ...{ shown, setShown, problem, begun },
    open,
    api,
    isUnsent: () => [...drafts.values()].some((text) => text.trim() !== ''),
    /** Returns the draft at a place. `was` is the text that the form shows before the first change. */
    draftAt: (place: string, was = ''): Draft => ({
      text: drafts.get(place) ?? was,
      isChanged: drafts.has(place),
      write: (text: string) => write(place, text === was ? null : text),
      drop: () => write(place, null),
    }),
    begin(place: P | null) {
      turns.current += 1
      begunPlaces.current.set(placeOfNew(place), place)
      setShown('open')
      setBegun({ place, turn: turns.current })
    },
    end() {
      const other = begun && otherBegun(begun.place)
      turns.current += 1
      setBegun(other === undefined ? undefined : { place: begunPlaces.current.get(other)!, turn: turns.current })
    },
    take(thread: T) {
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

export const placeOfNew = (place: unknown) => `new ${JSON.stringify(place)}`

const words = { resolve: 'Resolved', reopen: 'Reopened', delete: 'Comment deleted' } as const
