import { useState } from 'react'
import type { changeManyMedia } from '#contract/content/media.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Problem } from '#contract/refusals.ts'
import type { MediaUse } from '#web/cms/media/media-types.ts'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'

type BatchChanges = BodyOf<typeof changeManyMedia>['changes']
type MediaChange = { ids: string[]; changes: BatchChanges; said: string; force?: boolean }
export type BlockedDeletion = { ids: string[]; uses: MediaUse[]; unseen: number }

const send = ({ ids, changes, force = false }: Pick<MediaChange, 'ids' | 'changes' | 'force'>) =>
  ask<typeof changeManyMedia>('POST', '/api/v1/media-changes', { body: { ids, changes, force } })

/** Changes of one or many files. Asks before files in use are deleted. */
export function useMediaChanges(onDone: () => void) {
  const [refused, setRefused] = useState<BlockedDeletion>()
  const { write, isPending } = useWrite(send as (change: MediaChange) => ReturnType<typeof send>, {
    done: (_, { said }) => said,
    tellsProblem: true,
    onAnswer: () => {
      setRefused(undefined)
      onDone()
    },
  })
  const trashing = useWrite(send as (change: MediaChange) => ReturnType<typeof send>, {
    done: (_, { said }) => said,
    undo: async (_, { ids }) => send({ ids, changes: { trash: false } }),
    onAnswer: () => {
      setRefused(undefined)
      onDone()
    },
    onProblem: (problem, { ids }) => setRefused({ ids, ...usesIn(problem) }),
  })
  const said = (ids: string[], verb: string) => `${plural(ids.length, 'file')} ${verb}`
  return {
    isPending: isPending || trashing.isPending,
    refused,
    keep: () => setRefused(undefined),
    problem: trashing.problem,
    move: (ids: string[], folder: string | null) => write({ ids, changes: { folder }, said: said(ids, 'moved') }),
    tag: (ids: string[], addTags: string[]) => write({ ids, changes: { addTags }, said: said(ids, 'tagged') }),
    takeBack: (ids: string[]) => write({ ids, changes: { trash: false }, said: said(ids, 'restored from the trash') }),
    trash: (ids: string[], force = false) =>
      trashing.write({ ids, changes: { trash: true }, force, said: said(ids, 'deleted') }),
  }
}
export type MediaChanges = ReturnType<typeof useMediaChanges>

const usesIn = (problem: Problem) => {
  const { uses = [], unseen = 0 } = problem as Problem & Partial<BlockedDeletion>
  return { uses, unseen }
}
