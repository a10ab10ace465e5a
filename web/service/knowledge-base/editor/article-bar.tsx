import { ExternalLink } from 'lucide-react'
import type { Present } from '#contract/live/presence.ts'
import { isAdminRole } from '#contract/workspace/admin-role.ts'
import { PeopleHere } from '#web/lib/live/people-here.tsx'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { type ArticleComments, sayOfText } from '#web/service/knowledge-base/comments/article-comments.tsx'
import type { Address } from '#web/service/knowledge-base/details/use-address.ts'
import { Languages } from '#web/service/knowledge-base/languages/languages.tsx'
import type { Beside } from '#web/service/knowledge-base/languages/use-beside.ts'
import type { Preview } from '#web/service/knowledge-base/preview/use-preview.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { SplitButton } from '#web/ui/button/split-button.tsx'
import { SaveNote, type SaveNoteState } from '#web/ui/notice/save-note.tsx'
import type { MenuChoice } from '#web/ui/overlay/menu.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { type ArticlePageData, listHref } from './article-data.ts'
import type { ArticleActions } from './use-article-actions.ts'
import type { ArticleText } from './writing/use-article-text.ts'

type Props = ArticlePageData & {
  text: ArticleText
  address: Address
  actions: ArticleActions
  comments: ArticleComments
  beside: Beside
  preview: Preview
  canWrite: boolean
  people: Present[]
}

export function ArticleBar({ text, address, actions, comments, beside, preview, canWrite, people, ...data }: Props) {
  const { article, isMissing } = data
  return (
    <>
      <PageBar
        back={{ href: listHref, label: 'Back to the articles' }}
        title={text.lines.title || (article ? 'Untitled' : 'New article')}
        badge={<SaveNote {...saveNoteOf(text, address)} isBegun={article !== null} />}
        actions={
          <>
            {/* Reserves space for three avatars, so that nothing moves when a person opens the page. */}
            <PeopleHere
              people={people}
              pictures={data.members}
              doing={({ field }) => doingOf(field, data.language)}
              className="w-6 md:w-20"
            />
            <div className="max-md:hidden">
              <Languages {...data} beside={beside} />
            </div>
            {preview.isOffered && (
              <Button
                keys="P"
                aria-expanded={preview.isOpen}
                className="max-md:hidden"
                onClick={preview.isOpen ? preview.close : preview.open}
              >
                Preview
              </Button>
            )}
            {isReadOutside(article) && (
              <span className="max-md:hidden">
                <IconButton icon={ExternalLink} label="View live" href={article.url} />
              </span>
            )}
            {!isMissing && (
              <SplitButton
                label="Publish"
                menuLabel="More actions"
                groups={[
                  publishChoices(data, actions),
                  copyChoices(data, actions),
                  viewChoices(data, preview),
                  removeChoices(data, actions),
                ]
                  .map((items) => ({ items }))
                  .filter(({ items }) => items.length > 0)}
                keys="mod+enter"
                busy={actions.isPending}
                disabledReason={reasonNotTo(canWrite, text.lines.title, article?.isTemplate ?? false)}
                onClick={() => actions.publish()}
              />
            )}
          </>
        }
      />
      <ArticleDialogs {...data} actions={actions} comments={comments} />
    </>
  )
}

function saveNoteOf({ state }: ArticleText, address: Address): { state: SaveNoteState; refused?: string } {
  if (state.is !== 'saved' || !address.isUnsaved()) return { state: state.is }
  return address.problem ? { state: 'refused', refused: 'Not everything is saved' } : { state: 'waiting' }
}

function doingOf(field: string | null, shown: string) {
  if (!field) return 'is viewing'
  const [part, language = shown] = field.split(':')
  return `is editing the ${part}${language === shown ? '' : ` in ${languageName(language)}`}`
}

function reasonNotTo(canWrite: boolean, title: string, isTemplate: boolean) {
  if (isTemplate) return 'Templates cannot be published. Create an article from the template.'
  if (!canWrite) return 'This article cannot be changed now'
  return title.trim() ? undefined : 'Give the article a title first'
}

function publishChoices({ article }: ArticlePageData, { setDialog }: ArticleActions): MenuChoice[] {
  if (!article || article.isTemplate) return []
  const isInReview = article.status === 'in_review'
  return [
    { label: 'Publish with a note…', onSelect: () => setDialog('note') },
    { label: 'Schedule…', onSelect: () => setDialog('schedule') },
    isInReview
      ? { label: 'Return to author…', onSelect: () => setDialog('give-back') }
      : { label: 'Send for review…', onSelect: () => setDialog('review') },
  ]
}

// Returns the menu choices for copies and templates. An article with a live, scheduled or archived text cannot become a
// template.
function copyChoices({ article }: ArticlePageData, { copy, change }: ArticleActions): MenuChoice[] {
  if (!article || article.isTrashed) return []
  const isUnread = article.languages.every(
    ({ isLive, publishAt, status }) => !isLive && !publishAt && status !== 'archived',
  )
  const { isTemplate } = article
  return [
    { label: isTemplate ? 'New article from template' : 'Duplicate', onSelect: () => void copy() },
    ...(isTemplate || isUnread
      ? [
          {
            label: isTemplate ? 'Convert to article' : 'Convert to template',
            onSelect: () => change({ isTemplate: !isTemplate }),
          },
        ]
      : []),
  ]
}

function isReadOutside(article: ArticlePageData['article']): article is NonNullable<ArticlePageData['article']> {
  if (!article) return false
  return article.isLive && !article.isTrashed && article.visibility !== 'team'
}

function viewChoices({ article }: ArticlePageData, preview: Preview): MenuChoice[] {
  if (!article || article.isTrashed) return []
  return [
    ...(preview.isOffered ? [{ label: 'Preview the draft', onSelect: preview.open }] : []),
    ...(isReadOutside(article) ? [{ label: 'View live', href: article.url }] : []),
  ]
}

function removeChoices({ article, language }: ArticlePageData, { runAction, setDialog }: ArticleActions): MenuChoice[] {
  if (!article) return []
  const own = article.languages.find((one) => one.language === language)
  const isScheduled = Boolean(own?.publishAt ?? own?.unpublishAt)
  return [
    ...(isScheduled ? [{ label: 'Cancel schedule', onSelect: () => runAction({ to: 'unplanned' }) }] : []),
    ...(article.isLive ? [{ label: 'Unpublish', onSelect: () => runAction({ to: 'unpublished' }) }] : []),
    ...(article.status === 'archived' || article.isTemplate
      ? []
      : [{ label: 'Archive…', onSelect: () => setDialog('archive') }]),
    { label: 'Move to trash', danger: true, onSelect: () => runAction({ to: 'trash' }) },
  ]
}

type ArticleDialogsProps = Pick<ArticlePageData, 'article' | 'language' | 'languages' | 'members' | 'viewer'> & {
  actions: ArticleActions
  comments: ArticleComments
}

const loadDialogs = async () => {
  const [{ ScheduleDialog }, { ArchiveDialog }, { NoteDialog }, reviews] = await Promise.all([
    import('#web/lib/writing/schedule/schedule-dialog.tsx'),
    import('#web/service/knowledge-base/article/archive-dialog.tsx'),
    import('./note-dialog.tsx'),
    import('#web/lib/writing/comments/review-dialogs.tsx'),
  ])
  return { ScheduleDialog, ArchiveDialog, NoteDialog, ...reviews }
}

function ArticleDialogs({ article, language, languages, members, viewer, actions, comments }: ArticleDialogsProps) {
  const { dialog, setDialog, runAction } = actions
  const dialogs = useLazyModule(loadDialogs, dialog !== null)
  if (!article || !dialog || !dialogs) return null
  const { ScheduleDialog, ArchiveDialog, NoteDialog, SendForReviewDialog, GiveBackDialog } = dialogs
  const admins = members.filter(({ status, role }) => status === 'active' && isAdminRole(role))
  const onClose = () => setDialog(null)
  const inLanguage = languages.length > 1 ? ` ${languageName(language)}` : ''
  if (dialog === 'review')
    return (
      <SendForReviewDialog
        people={admins}
        before={article.reviewer?.id}
        viewerId={viewer.id}
        onSend={(reviewer) => void runAction({ to: 'review', reviewer })}
        onClose={onClose}
      />
    )
  if (dialog === 'give-back')
    return (
      <GiveBackDialog
        mentionable={admins}
        say={(written, key) => sayOfText(article.id, language, written, key)}
        onSaid={comments.take}
        onGiveBack={() => void runAction({ to: 'reviewed' })}
        onClose={onClose}
      />
    )
  if (dialog === 'note') return <NoteDialog onClose={onClose} onPublish={(note) => actions.publish(note)} />
  if (dialog === 'archive')
    return (
      <ArchiveDialog
        title={inLanguage ? `Archive the text in${inLanguage}` : 'Archive this article'}
        except={[article.id]}
        onClose={onClose}
        onArchive={(lead) => runAction({ to: 'archive', lead })}
      />
    )
  return (
    <ScheduleDialog
      title={`Schedule${inLanguage}`}
      schedule={article.languages.find((one) => one.language === language)}
      onClose={onClose}
      onSchedule={({ at, until }) =>
        runAction(at === undefined ? { to: 'unpublished', at: until } : { to: 'publication', at, until })
      }
    />
  )
}
