import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { showKnowledgeBaseReport } from '#contract/knowledge-base/articles.ts'
import type { changeArticles, FoundPlace } from '#contract/knowledge-base/changes.ts'
import { api } from '#web/lib/api.ts'
import { BatchReport } from '#web/lib/batch/batch-report.tsx'
import { loadLastBatch } from '#web/lib/batch/load-last-batch.ts'
import { readParts, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { formatCount, plural } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { articleHref } from '#web/service/knowledge-base/article/addresses.ts'
import {
  articlesHref,
  isWhole,
  matchOf,
  readArticlesQuery,
} from '#web/service/knowledge-base/article/articles-query.ts'
import { batchWords } from '#web/service/knowledge-base/article/batch-words.ts'
import { requireService } from '#web/service/require-service.ts'
import { BareCheckbox } from '#web/ui/form/checkbox.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import { WordChanges } from '#web/ui/text/word-changes.tsx'
import type { Route } from './+types/replace.ts'
import { touches } from './live-parts.ts'
import { ReplaceForm, type Replacement } from './replace-form.tsx'
import { type FoundText, useFinding, type WordMatches } from './use-finding.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Find and replace · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  return readParts(request, {
    query: () => ({ ...readArticlesQuery(new URL(request.url).searchParams), cursor: null }),
    viewer: () => requireService(context),
    languages: async () =>
      (await call(showKnowledgeBaseReport, { query: {} })).languages.map(({ language }) => language),
    batch: () => loadLastBatch(call, 'articles'),
  })
}

const nothing: Replacement = {
  ...{ find: '', replacement: '', matchCase: false, wholeWords: false, addresses: false, language: '', publish: false },
}

export default function Replace({ loaderData }: Route.ComponentProps) {
  const { query, viewer, languages, batch } = useLivePage(loaderData, ({ type }) => touchedBy(touches, type))
  const canWrite = viewer.service?.state !== 'ended'
  const [wanted, setWanted] = useState(nothing)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const finding = useFinding(matchOf(query))
  const { found } = finding
  const ids = [...new Set(found?.texts.map(({ id }) => id))].filter((id) => !left.has(id))
  const isReady = canWrite && found !== undefined && !found.isLooking && ids.length > 0
  const beginning = useWrite(
    () => {
      const { find, matchCase, wholeWords, addresses, language } = found!.sought
      const { replacement, publish } = wanted
      const change = {
        ...({ act: 'replace', find, matchCase, wholeWords, addresses, replacement, publish } as const),
        ...(language && { language }),
      }
      return ask<typeof changeArticles>('POST', '/api/v1/knowledge-base/article-changes', { body: { change, ids } })
    },
    { tellsProblem: true, onAnswer: finding.clear },
  )
  useShortcuts(
    { 'mod+enter': { label: 'Replace', run: () => beginning.write() } },
    { group: 'Find and replace', enabled: isReady },
  )

  function change(changes: Partial<Replacement>) {
    setWanted({ ...wanted, ...changes })
    if (Object.keys(changes).some((name) => name !== 'replacement' && name !== 'publish')) finding.clear()
  }

  function look() {
    setLeft(new Set())
    const { replacement: _, publish: __, ...sought } = wanted
    void finding.look(sought)
  }

  function toggle(id: string) {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }

  return (
    <>
      <PageBar
        title="Find and replace"
        back={{ href: articlesHref(query), label: 'Back to the articles' }}
        badge={!isWhole(query) && <span className="truncate text-meta text-ink-3">in what the list shows</span>}
      />
      <BatchReport batch={batch} wordsOf={batchWords} hrefOf={articleHref} />
      <ScrollArea>
        <ReplaceForm
          {...{ wanted, languages, canWrite, isReady }}
          count={ids.length}
          isLooking={found?.isLooking ?? false}
          isReplacing={beginning.isPending}
          onChange={change}
          onFind={look}
          onReplace={() => beginning.write()}
        />
        <p role="status" className="border-y border-line px-4 py-2 text-ink-2 empty:hidden md:px-5">
          {found && summaryOf(found, ids.length)}
        </p>
        {found?.problem && (
          <div className="p-2">
            <Banner tone="danger">{found.problem.detail}</Banner>
          </div>
        )}
        {found && !found.isLooking && !found.problem && found.texts.length === 0 && (
          <EmptyState icon={SearchX} title="Nothing found">
            No searched text contains these words.
          </EmptyState>
        )}
        {found && (
          <FoundTexts
            texts={found.texts}
            replacement={wanted.replacement === '' ? undefined : wanted.replacement}
            hasLanguages={languages.length > 1}
            {...{ left, canWrite }}
            onToggle={toggle}
          />
        )}
      </ScrollArea>
    </>
  )
}

function summaryOf({ texts, lookedThrough, isLooking }: WordMatches, chosen: number) {
  const places = texts.reduce((sum, { count }) => sum + count, 0)
  const through = `${formatCount(lookedThrough)} ${lookedThrough === 1 ? 'article' : 'articles'} searched`
  if (isLooking) return `${plural(places, 'match', 'matches')} so far, ${through}`
  return `${plural(places, 'match', 'matches')} in ${plural(texts.length, 'text')}, ${plural(chosen, 'article')} selected, ${through}`
}

type Props = {
  texts: FoundText[]
  replacement: string | undefined
  left: ReadonlySet<string>
  hasLanguages: boolean
  canWrite: boolean
  onToggle: (id: string) => void
}

const mostDrawn = 200

const FoundTexts = ({ texts, ...props }: Props) => (
  <>
    <ol aria-label="Found">
      {texts.slice(0, mostDrawn).map((text) => (
        <FoundRow key={`${text.id} ${text.language}`} text={text} {...props} />
      ))}
    </ol>
    {texts.length > mostDrawn && (
      <p className="px-4 py-3 text-ink-3 md:px-5">and {plural(texts.length - mostDrawn, 'text')} more</p>
    )}
  </>
)

const placeNames: Record<FoundPlace['in'], string | null> = {
  title: 'Title',
  excerpt: 'Excerpt',
  metaTitle: 'Title for search engines',
  metaDescription: 'Description',
  text: null,
  address: 'URL',
}

function FoundRow({
  text,
  replacement,
  left,
  hasLanguages,
  canWrite,
  onToggle,
}: Omit<Props, 'texts'> & { text: FoundText }) {
  const { id, language, title, count, places, isLive, hasChanges } = text
  const facts = [
    hasLanguages && languageName(language),
    plural(count, 'match', 'matches'),
    isLive ? (hasChanges ? 'published, with changes' : 'published') : 'draft',
  ].filter(Boolean)
  return (
    <li className="flex gap-3 border-b border-line px-4 py-2.5 md:px-5">
      <span className="pt-0.5">
        <BareCheckbox
          label={`Replace in ${title || 'Untitled'}`}
          checked={!left.has(id)}
          disabled={!canWrite}
          onChange={() => onToggle(id)}
        />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 truncate font-medium">
            <TextLink href={articleHref(id, hasLanguages ? language : undefined)}>{title || 'Untitled'}</TextLink>
          </span>
          <span className="text-meta text-ink-3">{facts.join(' · ')}</span>
        </p>
        <ul className="mt-0.5 grid grid-cols-[minmax(0,1fr)] gap-0.5 text-ink-2">
          {places.map((place, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they stand in their order, and never change
            <li key={index} className="wrap-anywhere" dir="auto">
              {placeNames[place.in] && <span className="text-meta text-ink-3">{placeNames[place.in]}: </span>}
              <Line {...place} replacement={replacement} />
            </li>
          ))}
          {count > places.length && <li className="text-meta text-ink-3">and {count - places.length} more</li>}
        </ul>
      </div>
    </li>
  )
}

const Line = ({ before, found, after, replacement }: FoundPlace & { replacement: string | undefined }) => (
  <>
    {before}
    {replacement === undefined ? (
      <mark className="bg-mark text-ink">{found}</mark>
    ) : (
      <WordChanges
        words={[
          { kind: 'removed', text: found },
          { kind: 'added', text: replacement },
        ]}
      />
    )}
    {after}
  </>
)
