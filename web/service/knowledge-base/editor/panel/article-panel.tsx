import type { Editor } from '@tiptap/core'
import { useMemo } from 'react'
import type { EditedArticle } from '#contract/knowledge-base/articles.ts'
import { plural } from '#web/lib/words/format.ts'
import { ScheduleSection } from '#web/lib/writing/schedule/schedule-section.tsx'
import { FeedbackSection } from '#web/service/knowledge-base/article/feedback-section.tsx'
import { Checks } from '#web/service/knowledge-base/checks/checks.tsx'
import { useSoon } from '#web/service/knowledge-base/checks/use-soon.ts'
import { type ArticleComments, ArticleCommentsSection } from '#web/service/knowledge-base/comments/article-comments.tsx'
import { RelatedArticles } from '#web/service/knowledge-base/details/related-articles.tsx'
import type { Address } from '#web/service/knowledge-base/details/use-address.ts'
import { UsesSection } from '#web/service/knowledge-base/details/uses-section.tsx'
import type { ArticlePageData } from '#web/service/knowledge-base/editor/article-data.ts'
import type { ArticleActions } from '#web/service/knowledge-base/editor/use-article-actions.ts'
import type { ArticleText } from '#web/service/knowledge-base/editor/writing/use-article-text.ts'
import type { EditorParts } from '#web/service/knowledge-base/editor/writing/writing-fields.tsx'
import type { ArticleHistory } from '#web/service/knowledge-base/versions/use-versions.ts'
import { Versions } from '#web/service/knowledge-base/versions/versions.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import { Links } from './links.tsx'
import { PropertiesSection } from './properties-section.tsx'
import { SearchTexts } from './search-texts.tsx'

export type PanelProps = ArticlePageData & {
  text: ArticleText
  address: Address
  editor: Editor | null
  parts: EditorParts
  actions: ArticleActions
  history: ArticleHistory
  comments: ArticleComments
  canWrite: boolean
}

function ArticleSchedule({ article, language, actions, canWrite }: PanelProps & { article: EditedArticle }) {
  const own = article.languages.find((one) => one.language === language)
  if (!own) return null
  return (
    <ScheduleSection
      schedule={own}
      publishedAt={article.isLive ? article.publishedAt : null}
      canSchedule={canWrite && own.status !== 'archived'}
      onSchedule={() => actions.setDialog('schedule')}
      onCancel={() => actions.runAction({ to: 'unplanned' })}
    />
  )
}

export function ArticlePanel(props: PanelProps) {
  const { article, isMissing, language, history, canWrite } = props
  const known = useMemo(
    () => ({
      namesakes: article?.namesakes ?? [],
      sizes: new Map(article?.files?.map(({ id, bytes }) => [id, bytes])),
    }),
    [article],
  )
  if (!article)
    return (
      <PanelSection title="Details">
        <p className="text-ink-3">Write something first. Then you can choose the category, audience and URL.</p>
      </PanelSection>
    )
  return (
    <>
      <PropertiesSection {...props} article={article} />
      <ArticleCommentsSection {...props} />
      {!isMissing && (
        <>
          <Checks editor={props.editor} lines={props.text.lines} known={known} />
          <ArticleSchedule {...props} article={article} />
          <SearchTexts {...props} article={article} />
          <Outline {...props} />
          <Versions
            {...{ article, language, history, canWrite }}
            flush={async () => !(await props.address.flush()) && props.text.flush()}
            onRestore={(number) => props.actions.runAction({ to: 'restoration', number })}
          />
        </>
      )}
      <PanelSection title="Related articles">
        <RelatedArticles
          articleId={article.id}
          related={article.related ?? []}
          changing={props.actions.changing.related}
          disabled={!props.canWrite}
          onChange={(related) => props.actions.change({ related })}
        />
      </PanelSection>
      <FeedbackSection key={props.feedback.items[0]?.id} {...props} article={article} />
      <UsesSection key={`uses ${props.uses.first.items[0]?.id}`} articleId={article.id} uses={props.uses} />
      <Links {...props} />
    </>
  )
}

type Parts = NonNullable<PanelProps['parts']>

function Outline({ editor, parts }: PanelProps) {
  if (!editor || !parts) return null
  return <Headings editor={editor} headingsOf={parts.headingsOf} />
}

function Headings({ editor, headingsOf }: { editor: Editor; headingsOf: Parts['headingsOf'] }) {
  const { headings, words } = useSoon(editor, headingsOf)

  function lead(pos: number) {
    const heading = editor.view.nodeDOM(pos)
    if (heading instanceof HTMLElement) heading.scrollIntoView({ block: 'start' })
    editor
      .chain()
      .setTextSelection(pos + 1)
      .focus(undefined, { scrollIntoView: false })
      .run()
  }

  return (
    <PanelSection title="Outline" action={<span className="text-ink-3 tabular-nums">{plural(words, 'word')}</span>}>
      {headings.length === 0 && <p className="text-ink-3">No headings yet.</p>}
      <ul className="-mx-1.5">
        {headings.map(({ pos, level, text }) => (
          <li key={pos} className={indents[level]}>
            <button
              type="button"
              onClick={() => lead(pos)}
              className="block w-full truncate rounded-sm px-1.5 py-1 text-left text-ink-2 hover:bg-hover hover:text-ink"
            >
              {text || 'Empty heading'}
            </button>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}

const indents: Record<number, string> = { 2: '', 3: 'pl-3', 4: 'pl-6' }
