import { isAdminRole } from '#contract/workspace/team.ts'
import { useLater } from '#web/lib/network/use-later.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { type ArticleComments, sayOfText } from '#web/service/knowledge-base/comments/article-comments.tsx'
import type { ArticlePageData } from './article-data.ts'
import type { ArticleActions } from './use-article-actions.ts'

type Props = Pick<ArticlePageData, 'article' | 'language' | 'languages' | 'members' | 'viewer'> & {
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

export function ArticleDialogs({ article, language, languages, members, viewer, actions, comments }: Props) {
  const { dialog, setDialog, take } = actions
  const dialogs = useLater(loadDialogs, dialog !== null)
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
        onSend={(reviewer) => void take({ to: 'review', reviewer })}
        onClose={onClose}
      />
    )
  if (dialog === 'give-back')
    return (
      <GiveBackDialog
        mentionable={admins}
        say={(written, key) => sayOfText(article.id, language, written, key)}
        onSaid={comments.take}
        onGiveBack={() => void take({ to: 'reviewed' })}
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
        onArchive={(lead) => take({ to: 'archive', lead })}
      />
    )
  return (
    <ScheduleDialog
      title={`Schedule${inLanguage}`}
      schedule={article.languages.find((one) => one.language === language)}
      onClose={onClose}
      onSchedule={({ at, until }) =>
        take(at === undefined ? { to: 'unpublished', at: until } : { to: 'publication', at, until })
      }
    />
  )
}
