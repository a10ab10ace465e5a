import { useLater } from '#web/lib/network/use-later.ts'
import { type ArticlePageData, languageName } from './article-data.ts'
import type { ArticleActions } from './use-article-actions.ts'

type Props = Pick<ArticlePageData, 'article' | 'language' | 'languages'> & { actions: ArticleActions }

const loadDialogs = async () => {
  const [{ PlanDialog }, { ArchiveDialog }, { NoteDialog }] = await Promise.all([
    import('#web/lib/plan/plan-dialog.tsx'),
    import('#web/service/knowledge-base/archive-dialog.tsx'),
    import('./note-dialog.tsx'),
  ])
  return { PlanDialog, ArchiveDialog, NoteDialog }
}

/** What is asked before something happens to the article. */
export function ArticleDialogs({ article, language, languages, actions }: Props) {
  const { dialog, setDialog, take } = actions
  const dialogs = useLater(loadDialogs, dialog !== null)
  if (!article || !dialog || !dialogs) return null
  const { PlanDialog, ArchiveDialog, NoteDialog } = dialogs
  const onClose = () => setDialog(null)
  const inLanguage = languages.length > 1 ? ` ${languageName(language)}` : ''
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
    <PlanDialog
      title={`Plan${inLanguage}`}
      planned={article.languages.find((one) => one.language === language)}
      onClose={onClose}
      onPlan={({ at, until }) => take(at ? { to: 'publication', at, until } : { to: 'unpublished', at: until })}
    />
  )
}
