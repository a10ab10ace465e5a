import { useCallback, useEffect, useState } from 'react'
import type { z } from 'zod'
import type { createPreviewLink, listPreviewLinks, PreviewLink } from '#contract/knowledge-base/preview-links.ts'
import type { Problem } from '#contract/refusals.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'

export type Link = z.output<typeof PreviewLink>
export type Audience = Link['audience']
type PreviewQuery = { id: string; language: string; audience: Audience }

const path = '/api/v1/knowledge-base/articles/:id/preview-links'

/** The share link of an audience, which is created if needed. `replace` revokes it and creates another. */
export function usePreviewLink({ id, language, audience }: PreviewQuery) {
  const [link, setLink] = useState<Link>()
  const [problem, setProblem] = useState<Problem>()
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    let isLeft = false
    setProblem(undefined)
    findLink({ id, language, audience }).then((found) => {
      if (isLeft) return
      setLink(found.answer)
      setProblem(found.problem)
    })
    return () => {
      isLeft = true
    }
  }, [id, language, audience, tries])

  const { write: replace, isPending } = useWrite(() => newLink({ id, language, audience }), {
    onAnswer: setLink,
    done: () => 'Link replaced. The old link no longer works.',
    tellsProblem: true,
  })
  const tryAgain = useCallback(() => setTries((count) => count + 1), [])
  return { link: link?.audience === audience ? link : undefined, problem, tryAgain, replace, isReplacing: isPending }
}

const newLink = ({ id, ...body }: PreviewQuery) => ask<typeof createPreviewLink>('POST', path, { params: { id }, body })

async function findLink(wanted: PreviewQuery): Promise<{ answer?: Link; problem?: Problem }> {
  const { answer, problem } = await ask<typeof listPreviewLinks>('GET', path, { params: { id: wanted.id } })
  if (problem) return { problem }
  const known = answer?.items.find(
    ({ language, audience }) => language === wanted.language && audience === wanted.audience,
  )
  return known ? { answer: known } : newLink(wanted)
}
