import type { Editor } from '@tiptap/core'
import { useMemo } from 'react'
import { Checks } from '#web/service/article-checks/checks.tsx'
import type { ArticlePageData } from '#web/service/article-editor/article-data.ts'
import type { ArticleActions } from '#web/service/article-editor/use-article-actions.ts'
import type { ArticleText } from '#web/service/article-editor/writing/use-article-text.ts'
import type { EditorParts } from '#web/service/article-editor/writing/writing-fields.tsx'
import type { ArticleHistory } from '#web/service/article-versions/use-versions.ts'
import { Versions } from '#web/service/article-versions/versions.tsx'
import { FeedbackSection } from '#web/service/knowledge-base/feedback-section.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import { Links } from './links.tsx'
import { Outline } from './outline.tsx'
import { PropertiesSection } from './properties-section.tsx'
import { SearchTexts } from './search-texts.tsx'

export type PanelProps = ArticlePageData & {
  text: ArticleText
  editor: Editor | null
  parts: EditorParts
  actions: ArticleActions
  history: ArticleHistory
  canWrite: boolean
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
        <p className="text-ink-3">
          Category, audience and address can be chosen as soon as the first words are written.
        </p>
      </PanelSection>
    )
  return (
    <>
      <PropertiesSection {...props} article={article} />
      {!isMissing && (
        <>
          <Checks editor={props.editor} lines={props.text.lines} known={known} />
          <SearchTexts key={article.slug} {...props} article={article} />
          <Outline {...props} />
          <Versions
            {...{ article, language, history, canWrite }}
            flush={props.text.flush}
            onRestore={(number) => props.actions.take({ to: 'restoration', number })}
          />
        </>
      )}
      <FeedbackSection key={props.feedback.items[0]?.id} {...props} article={article} />
      <Links {...props} />
    </>
  )
}
