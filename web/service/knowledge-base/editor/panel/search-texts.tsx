import type { EditedArticle } from '#contract/knowledge-base/articles.ts'
import { tooLong } from '#web/lib/words/too-long.ts'
import { shownOf } from '#web/service/knowledge-base/checks/find-flaws.ts'
import { SlugField } from '#web/service/knowledge-base/details/slug-field.tsx'
import { SocialImage } from '#web/service/knowledge-base/details/social-image.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import type { PanelProps } from './article-panel.tsx'

export function SearchTexts({ article, text, address, canWrite, ...props }: PanelProps & { article: EditedArticle }) {
  const { metaTitle, metaDescription, title, excerpt } = text.lines
  const { changeLines } = text
  return (
    <PanelSection title="URL and search">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <SlugField {...{ article, address, canWrite }} />
        <Field
          label="Title for search engines"
          hint={<Count of={metaTitle} shown={shownOf.title} />}
          error={tooLong(metaTitle, 70)}
        >
          <Input
            size="sm"
            placeholder={title}
            disabled={!canWrite}
            value={metaTitle}
            onChange={(event) => changeLines({ metaTitle: event.target.value })}
          />
        </Field>
        <Field
          label="Description"
          hint={<Count of={metaDescription} shown={shownOf.description} />}
          error={tooLong(metaDescription, 170)}
        >
          <Textarea
            rows={2}
            placeholder={excerpt}
            disabled={!canWrite}
            value={metaDescription}
            onChange={(event) => changeLines({ metaDescription: event.target.value.replace(/[\r\n]+/g, ' ') })}
          />
        </Field>
        <SocialImage
          article={article}
          changing={props.actions.changing.socialImage}
          title={metaTitle || title}
          disabled={!canWrite}
          onChange={(socialImage) => props.actions.change({ socialImage })}
        />
        <SearchResult
          url={article.url.replace(/[^/]+$/, encodeURIComponent(article.slug))}
          title={metaTitle || title}
          description={metaDescription || excerpt}
        />
      </div>
    </PanelSection>
  )
}

const Count = ({ of, shown }: { of: string; shown: number }) => (
  <span className={of.length > shown ? 'text-amber-ink tabular-nums' : 'tabular-nums'}>
    {of.length} / {shown}
  </span>
)

const SearchResult = ({ url, title, description }: { url: string; title: string; description: string }) => (
  <figure aria-label="As a search engine may show it" className="rounded-sm border border-line px-3 py-2">
    <p className="truncate text-meta text-ink-3">{readable(url)}</p>
    <p className="truncate text-body text-accent-ink">{cut(title, shownOf.title) || 'Untitled'}</p>
    <p className="text-meta text-ink-2">{cut(description, shownOf.description)}</p>
  </figure>
)

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text)

const readable = (url: string) =>
  decodeURI(url)
    .replace(/^https?:\/\//, '')
    .replaceAll('/', ' › ')
