import type { Present } from '#contract/presence.ts'
import { PeopleHere } from '#web/lib/live/people-here.tsx'
import { Languages } from '#web/service/article-languages/languages.tsx'
import type { Beside } from '#web/service/article-languages/use-beside.ts'
import { MomentDialog } from '#web/service/tickets/dialogs/moment-dialog.tsx'
import { SplitButton } from '#web/ui/button/split-button.tsx'
import { SaveNote } from '#web/ui/notice/save-note.tsx'
import type { MenuChoice } from '#web/ui/overlay/menu.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { type ArticlePageData, languageName, listHref } from './article-data.ts'
import type { ArticleActions } from './use-article-actions.ts'
import type { ArticleText } from './writing/use-article-text.ts'

type Props = ArticlePageData & {
  text: ArticleText
  actions: ArticleActions
  beside: Beside
  canWrite: boolean
  people: Present[]
}

export function ArticleBar({ text, actions, beside, canWrite, people, ...data }: Props) {
  const { article, isMissing } = data
  return (
    <>
      <PageBar
        back={{ href: listHref, label: 'Back to the articles' }}
        title={text.lines.title || (article ? 'Untitled' : 'New article')}
        badge={<SaveNote state={text.state.is} isBegun={article !== null} />}
        actions={
          <>
            {/* The width of three faces, so that nothing moves when somebody comes. */}
            <PeopleHere
              people={people}
              pictures={data.members}
              doing={({ field }) => doingOf(field, data.language)}
              className="w-6 md:w-20"
            />
            <div className="max-md:hidden">
              <Languages {...data} beside={beside} />
            </div>
            {!isMissing && (
              <SplitButton
                label="Publish"
                menuLabel="Other ways to go on"
                groups={[waysOn(data, actions), waysToShow(data, actions), waysOut(data, actions)]
                  .map((items) => ({ items }))
                  .filter(({ items }) => items.length > 0)}
                keys="mod+enter"
                busy={actions.isPending}
                disabledReason={reasonNotTo(canWrite, text.lines.title)}
                onClick={() => actions.publish()}
              />
            )}
          </>
        }
      />
      <MomentDialog
        open={actions.isScheduling}
        onClose={() => actions.setScheduling(false)}
        title="Publish at"
        confirmLabel="Publish then"
        onChoose={actions.publish}
      />
    </>
  )
}

function doingOf(field: string | null, shown: string) {
  if (!field) return 'is looking'
  const [part, language = shown] = field.split(':')
  return `is writing in the ${part}${language === shown ? '' : ` in ${languageName(language)}`}`
}

function reasonNotTo(canWrite: boolean, title: string) {
  if (!canWrite) return 'This article cannot be changed now'
  return title.trim() ? undefined : 'Give the article a title first'
}

function waysOn({ article }: ArticlePageData, { take, setScheduling }: ArticleActions): MenuChoice[] {
  if (!article) return []
  const isInReview = article.status === 'in_review'
  return [
    { label: 'Publish at a time…', onSelect: () => setScheduling(true) },
    isInReview
      ? { label: 'Give back to its writer', onSelect: () => take({ to: 'reviewed' }) }
      : { label: 'Send for review', onSelect: () => take({ to: 'review' }) },
  ]
}

/** The draft for whoever has its link, and what is live. */
function waysToShow({ article }: ArticlePageData, { preview }: ArticleActions): MenuChoice[] {
  if (!article || article.isTrashed) return []
  const isReadOutside = article.isLive && article.visibility !== 'team'
  return [
    { label: 'Preview the draft', onSelect: () => preview('open') },
    { label: 'Preview as on a phone', onSelect: () => preview('narrow') },
    { label: 'Copy a link to the draft', onSelect: () => preview('copy') },
    { label: 'Replace the link to the draft', onSelect: () => preview('replace') },
    ...(isReadOutside ? [{ label: 'Open as readers see it', href: article.url }] : []),
  ]
}

function waysOut({ article }: ArticlePageData, { take }: ArticleActions): MenuChoice[] {
  if (!article) return []
  const isPlanned = !article.isLive && Boolean(article.publishAt)
  return [
    ...(isPlanned ? [{ label: 'Give up the planned publication', onSelect: () => take({ to: 'unpublished' }) }] : []),
    ...(article.isLive ? [{ label: 'Unpublish', onSelect: () => take({ to: 'unpublished' }) }] : []),
    ...(article.status === 'archived' ? [] : [{ label: 'Archive', onSelect: () => take({ to: 'archive' }) }]),
    { label: 'Move to the trash', danger: true, onSelect: () => take({ to: 'trash' }) },
  ]
}
