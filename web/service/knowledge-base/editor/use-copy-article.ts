import { useNavigate } from 'react-router'
import type { copyArticle } from '#contract/knowledge-base/copies.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useOnce } from '#web/lib/write/once.ts'
import { useWrite } from '#web/lib/write/use-write.ts'

export function useCopyArticle(hrefFor: (id: string) => string, { replace = false } = {}) {
  const navigate = useNavigate()
  const copyOnce = useOnce((id: string, idempotencyKey) =>
    ask<typeof copyArticle>('POST', '/api/v1/knowledge-base/articles/:id/copies', { params: { id }, idempotencyKey }),
  )
  return useWrite(copyOnce, {
    ...{ keepsPage: true, tellsProblem: true },
    onAnswer: ({ id }) => navigate(hrefFor(id), { replace, state: { isCopied: true } }),
  })
}
