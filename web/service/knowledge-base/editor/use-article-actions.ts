import { useRef, useState } from 'react'
import type {
  archiveArticle,
  changeArticle,
  confirmArticle,
  deleteArticle,
  endReview,
  publishArticle,
  sendForReview,
  unarchiveArticle,
  unplanArticle,
  unpublishArticle,
  untrashArticle,
} from '#contract/knowledge-base/articles.ts'
import type { restoreVersion } from '#contract/knowledge-base/versions.ts'
import type { InputOf } from '#contract/pages.ts'
import type { Problem } from '#contract/refusals.ts'
import { unsavedProblem } from '#web/lib/leaving/unsaved.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Outcome } from '#web/lib/write/writer.ts'
import type { Lead } from '#web/service/knowledge-base/article/archive-dialog.tsx'
import { useCopyArticle } from './use-copy-article.ts'

export type ArticleAct =
  | { to: 'publication'; at?: string; until?: string | null | undefined; note?: string }
  | { to: 'unpublished'; at?: string }
  | { to: 'archive'; lead: Lead }
  | { to: 'review'; reviewer: string | null }
  | { to: 'unplanned' | 'reviewed' | 'unarchived' | 'trash' | 'untrashed' | 'confirmed' }
  | { to: 'restoration'; number: number }

export type Details = Pick<
  InputOf<typeof changeArticle>['body'],
  | 'category'
  | 'visibility'
  | 'owner'
  | 'reviewer'
  | 'labels'
  | 'isPinned'
  | 'takesFeedback'
  | 'reviewEveryDays'
  | 'isTemplate'
  | 'related'
  | 'socialImage'
>

type ActionsOptions = {
  idNow: () => string | undefined
  language: string
  /** The time at which the live text will be unpublished. If it is in the future, publishing again keeps this time. */
  until: string | null
  publishedAt: string | null
  flush: () => Promise<boolean>
  flushAddress: () => Promise<Problem | undefined>
  hrefFor: (id: string) => string
}
type Answer = { publishedAt?: string | null }
export type OpenDialog = 'schedule' | 'archive' | 'note' | 'review' | 'give-back' | null
export type ArticleActions = ReturnType<typeof useArticleActions>

export function useArticleActions({
  idNow,
  language,
  until,
  publishedAt,
  flush,
  flushAddress,
  hrefFor,
}: ActionsOptions) {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [unsaved, setUnsaved] = useState<Problem>()
  const published = useRef({ before: publishedAt, last: publishedAt })
  const running = useWrite(
    (wanted: ArticleAct) => {
      published.current.before = [publishedAt ?? '', published.current.last ?? ''].toSorted().at(-1)!
      return requestFor(wanted, idNow()!, language)
    },
    { inTurn: 'unless-same', done: (answer, wanted) => (isNothingNew(answer, wanted) ? nothingNew : wordsFor(wanted)) },
  )
  const details = useWrite(
    (body: Details) =>
      ask<typeof changeArticle>('PATCH', '/api/v1/knowledge-base/articles/:id', {
        params: { id: idNow()! },
        body: { ...body, language },
      }),
    { inTurn: true },
  )

  const copying = useCopyArticle(hrefFor)

  function isNothingNew(answer: Answer, wanted: ArticleAct) {
    if (wanted.to !== 'publication' || wanted.at) return false
    published.current.last = answer.publishedAt ?? null
    return published.current.last === published.current.before
  }

  async function whenSaved(undone: string, work: (id: string) => Promise<unknown>) {
    setUnsaved(undefined)
    const refused = await flushAddress()
    if (refused) return setUnsaved({ ...refused, detail: `${undone}. ${refused.fields?.slug ?? refused.detail}` })
    if (!(await flush())) return setUnsaved(unsavedProblem(undone))
    const id = idNow()
    if (id) await work(id)
  }

  const runAction = (wanted: ArticleAct) => whenSaved(undoneWords(wanted), () => running.write(wanted))

  return {
    runAction,
    publish: (note?: string) =>
      runAction({
        to: 'publication',
        ...(until && Date.parse(until) > Date.now() && { until }),
        ...(note && { note }),
      }),
    copy: () => whenSaved('The article was not duplicated', copying.write),
    isCopying: copying.isPending,
    isPending: running.isPending,
    problem: unsaved ?? running.problem ?? details.problem,
    dismissProblem() {
      setUnsaved(undefined)
      running.dismissProblem()
      details.dismissProblem()
    },
    change: details.write,
    changing: Object.assign({}, ...details.underWay),
    dialog,
    setDialog,
  }
}

function requestFor(wanted: ArticleAct, id: string, language: string): Promise<Outcome<Answer>> {
  const params = { id }
  const query = { language }
  switch (wanted.to) {
    case 'publication': {
      const { to: _, ...body } = wanted
      return ask<typeof publishArticle>('PUT', '/api/v1/knowledge-base/articles/:id/publication', {
        params,
        body: { language, ...body },
      })
    }
    case 'unpublished':
      return ask<typeof unpublishArticle>('DELETE', '/api/v1/knowledge-base/articles/:id/publication', {
        params,
        query: { language, at: wanted.at },
      })
    case 'unplanned':
      return ask<typeof unplanArticle>('DELETE', '/api/v1/knowledge-base/articles/:id/plan', { params, query })
    case 'review':
      return ask<typeof sendForReview>('PUT', '/api/v1/knowledge-base/articles/:id/review', {
        params,
        body: { ...query, reviewer: wanted.reviewer },
      })
    case 'reviewed':
      return ask<typeof endReview>('DELETE', '/api/v1/knowledge-base/articles/:id/review', { params, query })
    case 'archive':
      return ask<typeof archiveArticle>('PUT', '/api/v1/knowledge-base/articles/:id/archive', {
        params,
        body: { language, ...wanted.lead },
      })
    case 'unarchived':
      return ask<typeof unarchiveArticle>('DELETE', '/api/v1/knowledge-base/articles/:id/archive', { params, query })
    case 'trash':
      return ask<typeof deleteArticle>('DELETE', '/api/v1/knowledge-base/articles/:id', { params })
    case 'untrashed':
      return ask<typeof untrashArticle>('DELETE', '/api/v1/knowledge-base/articles/:id/trash', { params })
    case 'confirmed':
      return ask<typeof confirmArticle>('PUT', '/api/v1/knowledge-base/articles/:id/confirmation', { params })
    case 'restoration':
      return ask<typeof restoreVersion>('PUT', '/api/v1/knowledge-base/articles/:id/restoration', {
        params,
        body: { number: wanted.number },
      })
  }
}

function wordsFor(wanted: ArticleAct): string {
  if (wanted.to === 'publication') return wanted.at ? 'Publication scheduled' : 'Published'
  if (wanted.to === 'unpublished' && wanted.at) return 'Scheduled'
  if (wanted.to === 'restoration') return `Version ${wanted.number} is now the draft`
  return words[wanted.to]
}

function undoneWords(wanted: ArticleAct): string {
  if (wanted.to !== 'publication') return 'Nothing was done'
  return wanted.at ? 'The article was not scheduled' : 'The article was not published'
}

const nothingNew = 'Nothing to publish: there are no changes'

const words = {
  unpublished: 'Unpublished. The draft stays.',
  unplanned: 'Schedule cancelled',
  review: 'Sent for review',
  reviewed: 'Returned to the author',
  archive: 'Archived',
  unarchived: 'Unarchived. The article is a draft.',
  trash: 'Moved to trash. It is kept for 30 days.',
  untrashed: 'Restored from trash',
  confirmed: 'Marked as reviewed',
} as const
