import { useState } from 'react'
import type { EditedArticle } from '#contract/knowledge-base/articles.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { Time } from '#web/lib/time/time.tsx'
import { responsibleName } from '#web/lib/words/full-name.ts'
import { ConflictNotice } from '#web/lib/writing/conflict/conflict-notice.tsx'
import { FailedScheduleNotice } from '#web/lib/writing/schedule/failed-schedule-notice.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import { type ArticlePageData, listHref } from './article-data.ts'
import type { ArticleActions } from './use-article-actions.ts'
import type { ArticleText } from './writing/use-article-text.ts'

type Props = ArticlePageData & { text: ArticleText; actions: ArticleActions }

export function StateNotices({ article, language, languages, viewer, members, text, actions }: Props) {
  const { state, conflict } = text
  const own = article?.languages.find((one) => one.language === language)
  return (
    <div className="mb-5 grid gap-2 empty:hidden">
      {state.is === 'refused' && (
        <Banner tone="danger" title="Your changes are not saved.">
          {state.problem.detail}
        </Banner>
      )}
      <ConflictNotice conflict={conflict} onAsk={() => void text.askAgain()} />
      {actions.problem && (
        <Banner tone="danger" onDismiss={actions.dismissProblem}>
          {actions.problem.detail}
        </Banner>
      )}
      {article?.isTrashed && (
        <Banner tone="warning" action={<Button onClick={() => actions.runAction({ to: 'untrashed' })}>Restore</Button>}>
          This article is in the trash.
        </Banner>
      )}
      {article?.isTemplate && !article.isTrashed && (
        <Banner
          tone="info"
          action={
            viewer.service?.state !== 'ended' && (
              <Button onClick={() => void actions.copy()} busy={actions.isCopying}>
                New article from template
              </Button>
            )
          }
        >
          This is a template. New articles start with its text. Readers never see a template.
        </Banner>
      )}
      {article?.status === 'archived' && (
        <Banner tone="info" action={<Button onClick={() => actions.runAction({ to: 'unarchived' })}>Unarchive</Button>}>
          This text is archived, so readers do not find it. <LeadsTo {...article} />
        </Banner>
      )}
      {article?.status === 'in_review' && !article.isTrashed && (
        <Banner
          tone="info"
          action={
            viewer.service?.state !== 'ended' && (
              <Button onClick={() => actions.setDialog('give-back')}>Return to author…</Button>
            )
          }
        >
          This text is waiting for review
          {article.reviewer && ` by ${reviewerWords(article.reviewer, { members, viewerId: viewer.id })}`}. Publishing
          the text ends the review.
        </Banner>
      )}
      {article?.reviewDueAt && Date.parse(article.reviewDueAt) < Date.now() && !article.isTrashed && (
        <Banner
          tone="warning"
          action={
            viewer.service?.state !== 'ended' && (
              <Button onClick={() => actions.runAction({ to: 'confirmed' })} busy={actions.isPending}>
                Mark as reviewed
              </Button>
            )
          }
        >
          This article has been due for review since <Time at={article.reviewDueAt} style="day" />. Publishing it also
          marks it as reviewed.
        </Banner>
      )}
      {article?.failedPlan && !article.isTrashed && (
        <FailedScheduleNotice failed={article.failedPlan} endsLater={Boolean(own?.unpublishAt)} />
      )}
      {own?.publishAt && (
        <Banner tone="info">
          The draft will be published on <Time at={own.publishAt} style="full" />.
        </Banner>
      )}
      {own?.unpublishAt && (
        <Banner tone="info">
          This text will be unpublished on <Time at={own.unpublishAt} style="full" />.
        </Banner>
      )}
      {own?.isOutdated && <OutdatedNotice articleId={article!.id} {...{ language, source: languages[0]! }} />}
    </div>
  )
}

type ReviewerContext = Pick<ArticlePageData, 'members'> & { viewerId: string }

const reviewerWords = (reviewer: { id: string; name: string }, { members, viewerId }: ReviewerContext) =>
  reviewer.id === viewerId ? 'you' : responsibleName(reviewer, members)

const loadChanges = () => import('#web/service/knowledge-base/versions/source-changes-dialog.tsx')

function OutdatedNotice(props: { articleId: string; language: string; source: string }) {
  const [isOpen, setOpen] = useState(false)
  const changes = useLazyModule(loadChanges, isOpen)
  return (
    <Banner tone="warning" action={<Button onClick={() => setOpen(true)}>Show what changed</Button>}>
      The original text was published later than this translation.
      {changes && isOpen && <changes.SourceChangesDialog {...props} onClose={() => setOpen(false)} />}
    </Banner>
  )
}

function LeadsTo({ leadsTo }: Pick<EditedArticle, 'leadsTo'>) {
  if (!leadsTo) return 'Its URL says that it is gone.'
  const { article, path } = leadsTo
  return (
    <>
      Its URL redirects to{' '}
      {article ? (
        <TextLink href={`${listHref}/edit/${article.id}`}>{article.title || 'Untitled'}</TextLink>
      ) : (
        <span className="wrap-anywhere">{path}</span>
      )}
      .
    </>
  )
}
