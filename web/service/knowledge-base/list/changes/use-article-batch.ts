import { useState } from 'react'
import type { ArticleBatchChange, changeArticles, countMatchingArticles } from '#contract/knowledge-base/changes.ts'
import type { InputOf } from '#contract/pages.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'

type MatchCount = { of: string; count: number; isMore: boolean }

/** Everything that the list matches, beyond its page: counted when it is chosen, changed as one batch. */
export function useArticleBatch(query: InputOf<typeof countMatchingArticles>['query']) {
  const [found, setFound] = useState<MatchCount>()
  const of = JSON.stringify(query)
  const counting = useWrite(
    () => ask<typeof countMatchingArticles>('GET', '/api/v1/knowledge-base/article-count', { query }),
    { tellsProblem: true, keepsPage: true, onAnswer: (answer) => setFound({ of, ...answer }) },
  )
  const beginning = useWrite(
    (change: ArticleBatchChange) =>
      ask<typeof changeArticles>('POST', '/api/v1/knowledge-base/article-changes', { body: { change, query } }),
    { tellsProblem: true },
  )
  return {
    /** What is chosen, as long as the list asks for the same. */
    matching: found?.of === of ? found : undefined,
    choose: () => counting.write(),
    clear: () => setFound(undefined),
    begin: beginning.write,
    isPending: counting.isPending || beginning.isPending,
  }
}
