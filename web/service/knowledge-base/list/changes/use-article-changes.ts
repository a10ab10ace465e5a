import { useState } from 'react'
import { plural } from '#web/lib/words/format.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { ArticleRow } from '#web/service/knowledge-base/article/types.ts'
import { inTurn, type Step } from './calls.ts'
import type { ArticleChange } from './changes.ts'

type Wanted = { change: ArticleChange; articles: ArticleRow[] }
type Result = { article: ArticleRow; reason?: string }
export type Failures = Wanted & { failed: Required<Result>[] }
export type Progress = { doing: string; count: number; total: number }

/**
 * Changes articles, one call after the other: what is under way is counted, what was refused is named with its reason,
 * and the toast leads back as far as the API does.
 */
export function useArticleChanges() {
  const [failures, setFailures] = useState<Failures>()
  const [progress, setProgress] = useState<Progress>()
  const { write, underWay } = useWrite((wanted: Wanted) => changeAll(wanted, setProgress), {
    inTurn: true,
    done: (results, { change }) => {
      const changed = results.filter(({ reason }) => !reason).map(({ article }) => article)
      if (changed.length === 0) return undefined
      const text = `${nameOf(changed)} ${change.done}`
      return changed.some((article) => change.wayBackFor(article)) ? text : { text, action: undefined }
    },
    undo: (results, wanted) => takeBack(results, wanted, setProgress),
    onDone: (results, wanted) => {
      const failed = results.filter((result): result is Required<Result> => result.reason !== undefined)
      if (failed.length > 0) setFailures({ ...wanted, failed })
    },
  })

  return {
    run(change: ArticleChange, articles: ArticleRow[]) {
      setFailures(undefined)
      write({ change, articles })
    },
    failures,
    dismissFailures: () => setFailures(undefined),
    progress,
    preview: (article: ArticleRow) => previewOf(article, underWay),
  }
}
export type ArticleChanges = ReturnType<typeof useArticleChanges>

type Tell = (progress: Progress | undefined) => void

async function changeAll({ change, articles }: Wanted, tell: Tell): Promise<{ answer: Result[] }> {
  const idle = articles.flatMap((article) => {
    const reason = change.unless?.(article)
    return reason ? [{ article, reason }] : []
  })
  const busy = articles.filter((article) => !idle.some((one) => one.article === article))
  const inOrder = (await change.prepare?.(busy)) ?? busy
  const work = inOrder.map((article) => ({ article, steps: change.stepsFor(article) }))
  return { answer: [...idle, ...(await takeSteps(work, change.doing, tell))] }
}

/** The last one first. */
async function takeBack(results: Result[], { change }: Wanted, tell: Tell) {
  const changed = results.filter(({ reason }) => !reason).map(({ article }) => article)
  const work = changed.toReversed().flatMap((article) => {
    const steps = change.wayBackFor(article)
    return steps ? [{ article, steps }] : []
  })
  const refused = (await takeSteps(work, 'Undoing', tell)).filter(({ reason }) => reason)
  const left = changed.length - work.length
  const notes = [
    ...(left > 0 ? [`${plural(left, 'article')} had newer work beside what was live, and cannot be taken back`] : []),
    ...refused.slice(0, 1).map(({ article, reason }) => `${titleOf(article)}: ${reason}`),
  ]
  return notes.length > 0 ? { note: notes.join('. ') } : {}
}

async function takeSteps(work: { article: ArticleRow; steps: Step[] }[], doing: string, tell: Tell) {
  const results: Result[] = []
  for (const { article, steps } of work) {
    if (work.length > 1) tell({ doing, count: results.length, total: work.length })
    const { problem } = await inTurn(steps)
    results.push({ article, ...(problem && { reason: problem.detail }) })
  }
  tell(undefined)
  return results
}

export const titleOf = ({ title }: Pick<ArticleRow, 'title'>) => (title ? `“${title}”` : 'Untitled')

const nameOf = (changed: ArticleRow[]) =>
  changed.length === 1 ? titleOf(changed[0]!) : plural(changed.length, 'article')

function previewOf(article: ArticleRow, underWay: readonly Wanted[]): ArticleRow {
  const shown = { ...article }
  for (const { articles, change } of underWay)
    if (articles.some(({ id }) => id === article.id)) Object.assign(shown, change.preview(shown))
  return shown
}
