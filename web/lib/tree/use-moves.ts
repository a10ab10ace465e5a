import { useRef } from 'react'
import type { Problem } from '#contract/refusals.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import {
  placeAfter,
  placeOf,
  type TreeItem,
  type TreePlace,
  type TreeStep,
  withMoved,
} from '#web/ui/tree/tree-moves.ts'

export type Send = (id: string, place: TreePlace) => Promise<{ answer?: object; problem?: Problem }>
type Moved = { id: string; place: TreePlace; from: TreePlace; words: string; send: Send }
type NamedItem = TreeItem & { name: string }

export function useMoves<T extends NamedItem>(items: readonly T[], send: Send) {
  const { write, underWay, problem, dismissProblem } = useWrite(
    ({ id, place, ...moved }: Moved) => moved.send(id, place),
    {
      inTurn: true,
      done: (_, { words }) => words,
      undo: async (_, { id, from, ...moved }) => {
        const { problem } = await moved.send(id, from)
        return problem ? { problem } : {}
      },
    },
  )
  const shown = underWay.reduce((before, { id, place }) => withMoved(before, id, place), [...items])
  const latest = useRef(shown)
  latest.current = shown

  function move(id: string, place: TreePlace) {
    const before = latest.current
    latest.current = withMoved(before, id, place)
    write({ id, place, from: placeOf(before, id), words: wordsOf(before, id, place), send })
  }

  return {
    shown,
    problem,
    dismissProblem,
    move,
    step(id: string, step: TreeStep) {
      const place = placeAfter(latest.current, id, step)
      if (place) move(id, place)
    },
  }
}
export type Moves = ReturnType<typeof useMoves>

function wordsOf(items: readonly NamedItem[], id: string, { parent }: TreePlace) {
  const of = (wanted: string | null) => items.find((item) => item.id === wanted)
  const words = `${of(id)?.name || 'Untitled'} moved`
  if (parent === of(id)?.parent) return words
  return parent === null ? `${words} to the top` : `${words} into ${of(parent)?.name}`
}
