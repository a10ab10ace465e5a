import { Check, CircleAlert, CloudOff, Loader } from 'lucide-react'
import type { Present } from '#contract/presence.ts'
import { PeopleHere } from '#web/lib/live/people-here.tsx'
import type { Preview } from '#web/service/article-preview/use-preview.ts'
import { Button } from '#web/ui/button/button.tsx'
import { SplitButton } from '#web/ui/button/split-button.tsx'
import { LinkSegments } from '#web/ui/choice/segments.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import type { MenuChoice } from '#web/ui/overlay/menu.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { type ArticlePageData, hrefOf, languageName, listHref } from './article-data.ts'
import { ArticleDialogs } from './article-dialogs.tsx'
import type { ArticleActions } from './use-article-actions.ts'
import type { SaveState } from './writing/saver.ts'
import type { ArticleText } from './writing/use-article-text.ts'

type Props = ArticlePageData & {
  text: ArticleText
  actions: ArticleActions
  preview: Preview
  canWrite: boolean
  people: Present[]
}

export function ArticleBar({ text, actions, preview, canWrite, people, ...data }: Props) {
  const { article, isMissing } = data
  return (
    <>
      <PageBar
        back={{ href: listHref, label: 'Back to the articles' }}
        title={text.lines.title || (article ? 'Untitled' : 'New article')}
        badge={<SaveNote state={text.state} isBegun={article !== null} />}
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
              <Languages {...data} />
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
            {!isMissing && (
              <SplitButton
                label="Publish"
                menuLabel="Other ways to go on"
                groups={[waysOn(data, actions), waysToShow(data, preview), waysOut(data, actions)]
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
      <ArticleDialogs {...data} actions={actions} />
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

function waysOn({ article }: ArticlePageData, { take, setDialog }: ArticleActions): MenuChoice[] {
  if (!article) return []
  const isInReview = article.status === 'in_review'
  return [
    { label: 'Publish with a note…', onSelect: () => setDialog('note') },
    { label: 'Publish or take away at a time…', onSelect: () => setDialog('plan') },
    isInReview
      ? { label: 'Give back to its writer', onSelect: () => take({ to: 'reviewed' }) }
      : { label: 'Send for review', onSelect: () => take({ to: 'review' }) },
  ]
}

function waysToShow({ article }: ArticlePageData, preview: Preview): MenuChoice[] {
  if (!article || article.isTrashed) return []
  const isReadOutside = article.isLive && article.visibility !== 'team'
  return [
    ...(preview.isOffered ? [{ label: 'Preview the draft', onSelect: preview.open }] : []),
    ...(isReadOutside ? [{ label: 'Open as readers see it', href: article.url }] : []),
  ]
}

function waysOut({ article, language }: ArticlePageData, { take, setDialog }: ArticleActions): MenuChoice[] {
  if (!article) return []
  const own = article.languages.find((one) => one.language === language)
  const isPlanned = Boolean(own?.publishAt ?? own?.unpublishAt)
  return [
    ...(isPlanned ? [{ label: 'Give up what is planned', onSelect: () => take({ to: 'unplanned' }) }] : []),
    ...(article.isLive ? [{ label: 'Unpublish', onSelect: () => take({ to: 'unpublished' }) }] : []),
    ...(article.status === 'archived' ? [] : [{ label: 'Archive…', onSelect: () => setDialog('archive') }]),
    { label: 'Move to the trash', danger: true, onSelect: () => take({ to: 'trash' }) },
  ]
}

/** Where the workspace writes in more than one: a text each, and a way to begin those that are missing. */
export function Languages({ article, language, languages }: ArticlePageData) {
  if (!article || languages.length < 2) return null
  const items = languages.map((one) => ({
    href: hrefOf(article.id, one, languages),
    label: <span title={languageName(one)}>{one.toUpperCase()}</span>,
    current: one === language,
  }))
  return <LinkSegments label="Languages" items={items} />
}

const notes = {
  saved: { words: 'Saved', icon: Check },
  waiting: { words: 'Saving', icon: Loader },
  saving: { words: 'Saving', icon: Loader },
  offline: { words: 'Offline, kept on this computer', icon: CloudOff },
  refused: { words: 'Not saved', icon: CircleAlert },
  conflict: { words: 'Not saved: choose what stays', icon: CircleAlert },
} as const

function SaveNote({ state, isBegun }: { state: SaveState; isBegun: boolean }) {
  if (state.is === 'saved' && !isBegun) return null
  const { words, icon } = notes[state.is]
  return (
    <span role="status" className="ml-1 inline-flex min-w-0 items-center gap-1.5 text-meta text-ink-3">
      <Icon of={icon} size={12} />
      <span className={classNames('truncate', state.is === 'saved' && 'max-md:sr-only')}>{words}</span>
    </span>
  )
}
