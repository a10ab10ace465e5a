import { useState } from 'react'
import type { restoreVersion } from '#contract/article-versions.ts'
import type {
  archiveArticle,
  changeArticle,
  deleteArticle,
  endReview,
  publishArticle,
  sendForReview,
  unarchiveArticle,
  unpublishArticle,
  untrashArticle,
} from '#contract/articles.ts'
import type { InputOf } from '#contract/pages.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Outcome } from '#web/lib/write/writer.ts'
import { type PreviewWay, usePreview } from './use-preview.ts'

export type Turn =
  | { to: 'publication'; at?: Date }
  | { to: 'unpublished' | 'review' | 'reviewed' | 'archive' | 'unarchived' | 'trash' | 'untrashed' }
  | { to: 'restoration'; number: number }

/** What is said of the article and not written in its text. */
export type Details = Pick<
  InputOf<typeof changeArticle>['body'],
  'category' | 'visibility' | 'owner' | 'reviewer' | 'labels' | 'isPinned' | 'takesFeedback' | 'slug'
>

/** Who publishes at once may be ahead of the article's address. */
type Of = { idNow: () => string | undefined; language: string; flush: () => Promise<boolean> }
export type ArticleActions = ReturnType<typeof useArticleActions>

/** What happens to an article besides its being written. Whatever it is, what is written is saved first. */
export function useArticleActions({ idNow, language, flush }: Of) {
  const [isScheduling, setScheduling] = useState(false)
  const turn = useWrite((wanted: Turn) => turnTo(wanted, idNow()!, language), {
    inTurn: 'unless-same',
    done: (_, wanted) => wordsFor(wanted),
  })
  const details = useWrite(
    (body: Details) =>
      ask<typeof changeArticle>('PATCH', '/api/v1/knowledge-base/articles/:id', {
        params: { id: idNow()! },
        body: { ...body, language },
      }),
    { inTurn: true },
  )

  const showPreview = usePreview(language)

  async function take(wanted: Turn) {
    if ((await flush()) && idNow()) await turn.write(wanted)
  }

  async function preview(way: PreviewWay) {
    const id = (await flush()) && idNow()
    if (id) await showPreview({ id, way })
  }

  return {
    take,
    preview,
    publish: (at?: Date) => take({ to: 'publication', at }),
    isPending: turn.isPending,
    problem: turn.problem ?? details.problem,
    dismissProblem() {
      turn.dismissProblem()
      details.dismissProblem()
    },
    change: details.write,
    /** Shown until the server has them. */
    changing: Object.assign({}, ...details.underWay) as Details,
    isScheduling,
    setScheduling,
  }
}

function turnTo(wanted: Turn, id: string, language: string): Promise<Outcome<unknown>> {
  const params = { id }
  const query = { language }
  switch (wanted.to) {
    case 'publication':
      return ask<typeof publishArticle>('PUT', '/api/v1/knowledge-base/articles/:id/publication', {
        params,
        body: { language, ...(wanted.at && { at: wanted.at.toISOString() }) },
      })
    case 'unpublished':
      return ask<typeof unpublishArticle>('DELETE', '/api/v1/knowledge-base/articles/:id/publication', {
        params,
        query,
      })
    case 'review':
      return ask<typeof sendForReview>('PUT', '/api/v1/knowledge-base/articles/:id/review', { params, body: query })
    case 'reviewed':
      return ask<typeof endReview>('DELETE', '/api/v1/knowledge-base/articles/:id/review', { params, query })
    case 'archive':
      return ask<typeof archiveArticle>('PUT', '/api/v1/knowledge-base/articles/:id/archive', { params, body: query })
    case 'unarchived':
      return ask<typeof unarchiveArticle>('DELETE', '/api/v1/knowledge-base/articles/:id/archive', { params, query })
    case 'trash':
      return ask<typeof deleteArticle>('DELETE', '/api/v1/knowledge-base/articles/:id', { params })
    case 'untrashed':
      return ask<typeof untrashArticle>('DELETE', '/api/v1/knowledge-base/articles/:id/trash', { params })
    case 'restoration':
      return ask<typeof restoreVersion>('PUT', '/api/v1/knowledge-base/articles/:id/restoration', {
        params,
        body: { number: wanted.number },
      })
  }
}

function wordsFor(wanted: Turn): string {
  if (wanted.to === 'publication') return wanted.at ? 'Publication planned' : 'Published'
  if (wanted.to === 'restoration') return `Version ${wanted.number} is the draft now`
  return words[wanted.to]
}

const words = {
  unpublished: 'Taken from readers; the draft stays',
  review: 'Sent for review',
  reviewed: 'Given back to its writer',
  archive: 'Archived',
  unarchived: 'A draft again',
  trash: 'In the trash for 30 days',
  untrashed: 'Taken out of the trash',
} as const
