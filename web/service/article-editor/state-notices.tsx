import { useState } from 'react'
import { useLater } from '#web/lib/network/use-later.ts'
import { Time } from '#web/lib/time/time.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import type { ArticlePageData } from './article-data.ts'
import type { ArticleActions } from './use-article-actions.ts'
import type { ArticleText } from './writing/use-article-text.ts'

type Props = ArticlePageData & { text: ArticleText; actions: ArticleActions }

/** What somebody has to know before they write on. */
export function StateNotices({ article, language, languages, text: { state }, actions }: Props) {
  const own = article?.languages.find((one) => one.language === language)
  return (
    <div className="mb-5 grid gap-2 empty:hidden">
      {state.is === 'refused' && (
        <Banner tone="danger" title="This is not saved.">
          {state.problem.detail}
        </Banner>
      )}
      {actions.problem && (
        <Banner tone="danger" onDismiss={actions.dismissProblem}>
          {actions.problem.detail}
        </Banner>
      )}
      {article?.isTrashed && (
        <Banner tone="warning" action={<Button onClick={() => actions.take({ to: 'untrashed' })}>Take it out</Button>}>
          This article is in the trash.
        </Banner>
      )}
      {article?.status === 'archived' && (
        <Banner
          tone="info"
          action={<Button onClick={() => actions.take({ to: 'unarchived' })}>Take it out of the archive</Button>}
        >
          This text is archived, so readers do not find it.
        </Banner>
      )}
      {own?.publishAt && (
        <Banner tone="info">
          It is published on <Time at={own.publishAt} style="full" />.
        </Banner>
      )}
      {own?.isOutdated && <OutdatedNotice articleId={article!.id} {...{ language, source: languages[0]! }} />}
    </div>
  )
}

const loadChanges = () => import('#web/service/article-versions/source-changes-dialog.tsx')

function OutdatedNotice(props: { articleId: string; language: string; source: string }) {
  const [isOpen, setOpen] = useState(false)
  const changes = useLater(loadChanges, isOpen)
  return (
    <Banner tone="warning" action={<Button onClick={() => setOpen(true)}>Show what changed</Button>}>
      The text it is a translation of was published after it.
      {changes && isOpen && <changes.SourceChangesDialog {...props} onClose={() => setOpen(false)} />}
    </Banner>
  )
}
