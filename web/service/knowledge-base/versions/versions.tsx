import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { EditedArticle } from '#contract/knowledge-base/articles.ts'
import type { showVersion } from '#contract/knowledge-base/versions.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { ask } from '#web/lib/write/ask.ts'
import { VersionLine, versionName } from '#web/lib/writing/versions/version-line.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import type { ArticleHistory } from './use-versions.ts'
import type { VersionRow } from './version-words.ts'

export type ShownVersion = AnswerOf<typeof showVersion>

export type VersionsProps = {
  article: EditedArticle
  language: string
  history: ArticleHistory
  canWrite: boolean
  flush: () => Promise<boolean>
  onRestore: (number: number) => void
}

const loadVersion = () => import('./version-dialog.tsx')
const loadComparison = () => import('./compare-dialog.tsx')

export function Versions({ article, language, history, canWrite, flush, onRestore }: VersionsProps) {
  const [shown, setShown] = useState<ShownVersion>()
  const [compared, setCompared] = useState<number>()
  const [problem, setProblem] = useState('')
  const version = useLazyModule(loadVersion, shown !== undefined)
  const comparison = useLazyModule(loadComparison, compared !== undefined)
  const begin = beginOf(history.versions)

  async function show(number: number) {
    const { answer, problem } = await ask<typeof showVersion>(
      'GET',
      '/api/v1/knowledge-base/articles/:id/versions/:number',
      { params: { id: article.id, number: String(number) } },
    )
    setShown(answer)
    setProblem(problem?.detail ?? '')
  }

  return (
    <PanelSection
      title="Versions"
      action={
        begin && (
          <button
            type="button"
            className="touch-area rounded-xs font-medium text-accent-ink hover:underline"
            onClick={() => setCompared(begin.number)}
          >
            Compare
          </button>
        )
      }
    >
      {(problem || history.problem) && <Banner tone="danger">{problem || history.problem}</Banner>}
      {history.isLoading && <p className="text-ink-3">Loading</p>}
      <VersionList versions={history.versions} onShow={show} />
      {history.next && (
        <Button variant="ghost" onClick={history.showEarlier}>
          Show more
        </Button>
      )}
      {version && shown && (
        <version.VersionDialog
          version={shown}
          canRestore={canWrite}
          onClose={() => setShown(undefined)}
          onCompare={() => {
            setShown(undefined)
            setCompared(shown.number)
          }}
          onRestore={() => onRestore(shown.number)}
        />
      )}
      {comparison && compared !== undefined && (
        <comparison.CompareDialog
          {...{ article, language, history, flush }}
          begin={compared}
          onClose={() => setCompared(undefined)}
        />
      )}
    </PanelSection>
  )
}

const beginOf = (versions: VersionRow[]) => versions.find(({ isLive }) => isLive) ?? versions[0]

const VersionList = ({ versions, onShow }: { versions: VersionRow[]; onShow: (number: number) => void }) => (
  <ol className="-mx-1.5">
    {versions.map((version) => (
      <li key={version.number}>
        <button type="button" onClick={() => onShow(version.number)} className="w-full rounded-sm hover:bg-hover">
          <VersionLine at={version.createdAt} number={version.number} words={versionName(version, version.isLive)} />
        </button>
      </li>
    ))}
  </ol>
)
