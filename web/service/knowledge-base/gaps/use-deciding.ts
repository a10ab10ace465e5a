import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { decideGap, Gap, reopenGap, writeGap } from '#contract/help/knowledge-gaps.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { articleHref } from '#web/service/knowledge-base/article/addresses.ts'

const path = '/api/v1/knowledge-base/gaps/:id'
type Decision = { is: 'mended' | 'dismissed' }
export const decide = (id: string, body: { is: 'joined'; article: string; words: string } | Decision) =>
  ask<typeof decideGap>('PUT', `${path}/decision`, { params: { id }, body })
export const reopen = (id: string) => ask<typeof reopenGap>('DELETE', `${path}/decision`, { params: { id } })

export type GapDecisions = ReturnType<typeof useDeciding>

export function useDeciding({ onJoin }: { onJoin: (gap: Gap) => void }) {
  const navigate = useNavigate()
  const [hasDecided, setDecided] = useState(false)
  const deciding = useWrite(
    ({ gap, body }: { gap: Gap; body: Decision | null }) => (body ? decide(gap.id, body) : reopen(gap.id)),
    {
      inTurn: 'unless-same',
      tellsProblem: true,
      done: (_, { body }) => (body ? saidOf[body.is] : 'Reopen'),
      undo: (_, { gap, body }) => {
        if (body) return reopen(gap.id)
        return decide(gap.id, { is: gap.decision?.is === 'mended' ? 'mended' : 'dismissed' })
      },
      onAnswer: () => setDecided(true),
    },
  )
  const writing = useWrite(({ id }: Gap) => ask<typeof writeGap>('POST', `${path}/article`, { params: { id } }), {
    keepsPage: true,
    tellsProblem: true,
    onAnswer: ({ id, language }) => navigate(articleHref(id, language)),
  })
  const isOpen = ({ decision }: Gap) => decision === null
  return {
    hasDecided,
    noteDecided: () => setDecided(true),
    write(gap: Gap) {
      if (gap.article) navigate(articleHref(gap.article.id, gap.language))
      else if (isOpen(gap)) writing.write(gap)
    },
    join: (gap: Gap) => isOpen(gap) && gap.kind === 'search' && onJoin(gap),
    mend: (gap: Gap) => isOpen(gap) && gap.kind === 'article' && deciding.write({ gap, body: { is: 'mended' } }),
    toggle: (gap: Gap) => deciding.write({ gap, body: isOpen(gap) ? { is: 'dismissed' } : null }),
    isUnderWay: (id: string) =>
      writing.underWay.some((gap) => gap.id === id) || deciding.underWay.some(({ gap }) => gap.id === id),
  }
}

const saidOf = { mended: 'Marked as fixed', dismissed: 'No article needed' }
