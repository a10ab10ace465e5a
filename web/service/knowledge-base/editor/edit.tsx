import type { Editor } from '@tiptap/core'
import { LayoutTemplate } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type RouterContextProvider, redirect, useNavigate } from 'react-router'
import { listUses } from '#contract/help/article-uses.ts'
import {
  type EditedArticle,
  listArticles,
  showArticle,
  type writeTranslation,
} from '#contract/knowledge-base/articles.ts'
import { listCategories, showLanguages } from '#contract/knowledge-base/categories.ts'
import { listArticleComments } from '#contract/knowledge-base/comments.ts'
import { listFeedback } from '#contract/knowledge-base/feedback.ts'
import { listBacklinks, listBrokenLinks } from '#contract/knowledge-base/links.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { LeaveQuestion } from '#web/lib/leaving/leave-question.tsx'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { usePresence } from '#web/lib/live/use-presence.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useReadAgain } from '#web/lib/write/read-again.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { articleHref } from '#web/service/knowledge-base/article/addresses.ts'
import { useArticleComments, useMarkedBlocks } from '#web/service/knowledge-base/comments/article-comments.tsx'
import { useAddress } from '#web/service/knowledge-base/details/use-address.ts'
import { useCopyArticle } from '#web/service/knowledge-base/editor/use-copy-article.ts'
import { WithBeside } from '#web/service/knowledge-base/languages/beside-text.tsx'
import { Languages } from '#web/service/knowledge-base/languages/languages.tsx'
import { useBeside } from '#web/service/knowledge-base/languages/use-beside.ts'
import { usePreview } from '#web/service/knowledge-base/preview/use-preview.ts'
import { useVersions } from '#web/service/knowledge-base/versions/use-versions.ts'
import { requireService } from '#web/service/require-service.ts'
import { ticketMember } from '#web/service/tickets/ticket/loader-fields.ts'
import { Button } from '#web/ui/button/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SidePanel } from '#web/ui/page/side-panel.tsx'
import { Split, SplitMain } from '#web/ui/page/split.tsx'
import type { Route } from './+types/edit.ts'
import { ArticleBar } from './article-bar.tsx'
import { type ArticlePageData, hrefOf } from './article-data.ts'
import { useEditorParts } from './load-document-editor.ts'
import { ArticlePanel } from './panel/article-panel.tsx'
import { StateNotices } from './state-notices.tsx'
import { useArticleActions } from './use-article-actions.ts'
import { useArticleText } from './writing/use-article-text.ts'
import { WritingFields } from './writing/writing-fields.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const article = loaderData?.article
  return [{ title: `${article ? article.title || 'Untitled' : 'New article'} · Startup Tools` }]
}

/** Starts all reads at once, so that the database snapshot of the page is open only for a short time. */
export async function loader({ context, params: { id }, request }: Route.LoaderArgs): Promise<ArticlePageData> {
  const { call } = context.get(api)
  const { searchParams } = new URL(request.url)
  const wanted = searchParams.get('language') ?? undefined
  const [viewer, members, categories, { items: languages }, templates, loaded] = await Promise.all([
    requireService(context),
    call(listMembers, { query: {} }),
    call(listCategories, { query: {} }),
    call(showLanguages, {}),
    id
      ? { items: [] }
      : call(listArticles, { query: { status: 'template', order: 'title', limit: mostTemplates, language: wanted } }),
    id ? loadArticle(context, id, wanted) : nothingYet,
  ])
  const language = wanted ?? languages[0]!
  if (id && !languages.includes(language)) throw redirect(hrefOf(id, languages[0]!, languages))
  const offered = templates.items.map(({ id: template, title }) => ({ id: template, title }))
  const shown = { ...loaded, language, languages, categories: categories.items, templates: offered }
  const begunTitle = id ? '' : (searchParams.get('title')?.trim().slice(0, mostOfTitle) ?? '')
  return {
    ...shown,
    viewer,
    begunTitle,
    members: members.items.map((one) => ({ ...ticketMember(one), role: one.role })),
  }
}

const nothingYet = {
  ...{ article: null, isMissing: false, backlinks: [], brokenLinks: [] },
  feedback: { items: [], next: null },
  said: { items: [], resolved: 0 },
  uses: { counts: { replies: 0, customers: 0, olderCustomers: 0 }, first: { items: [], next: null } },
}
const mostTemplates = '20'
const fewWords = '3'
const fewUses = '5'
const mostOfTitle = 200

async function loadArticle(context: Readonly<RouterContextProvider>, id: string, language: string | undefined) {
  const { call, attempt } = context.get(api)
  const ofUses = { params: { id }, query: { limit: fewUses } }
  const [wanted, first, backlinks, broken, feedback, uses, olderUses, threads] = await Promise.all([
    attempt(showArticle, { params: { id }, query: { language } }),
    call(showArticle, { params: { id }, query: {} }),
    call(listBacklinks, { params: { id } }),
    attempt(listBrokenLinks, { params: { id }, query: { language } }),
    call(listFeedback, { params: { id }, query: { withComment: 'true', limit: fewWords } }),
    call(listUses, ofUses),
    call(listUses, { ...ofUses, query: { ...ofUses.query, isOlder: 'true' } }),
    call(listArticleComments, { params: { id }, query: {} }),
  ])
  // Removes the HTML of the article from the page data, because the editor uses only the document.
  const article = { ...((wanted.answer ?? first) as EditedArticle), html: '' }
  const links = { backlinks: backlinks.items, brokenLinks: broken.answer?.items ?? [] }
  const shownUses = { counts: uses.counts, first: uses.counts.olderCustomers > 0 ? olderUses : uses }
  const said = { items: threads.items, resolved: threads.resolved }
  return { article, isMissing: !wanted.answer, ...links, feedback, uses: shownUses, said }
}

export default function Edit({ loaderData }: Route.ComponentProps) {
  const { article, language, isMissing } = loaderData
  const begunHere = useRef<string>(null)
  const shownBefore = useRef<string>(null)
  const newPages = useRef(0)
  // If the page shows no article after it showed one, the person begins another new article.
  if (!article && shownBefore.current) {
    begunHere.current = null
    newPages.current += 1
  }
  shownBefore.current = article?.id ?? null
  // A new article keeps its React key, and thus its editor, when it is created and gets its URL.
  const isBegunHere = !article || article.id === begunHere.current
  const id = isBegunHere ? `new ${newPages.current}` : article.id
  return (
    <ArticlePage
      key={`${id} ${language} ${isMissing}`}
      {...loaderData}
      onCreated={(created) => {
        begunHere.current = created
      }}
    />
  )
}

function ArticlePage({ onCreated, ...data }: ArticlePageData & { onCreated: (id: string) => void }) {
  const { article, language, languages, isMissing, viewer } = data
  const navigate = useNavigate()
  const parts = useEditorParts()
  const [editor, setEditor] = useState<Editor | null>(null)
  const text = useArticleText(data, (made) => {
    onCreated(made.id)
    navigate(hrefOf(made.id, language, languages), {
      replace: true,
      state: { isCreated: true },
      preventScrollReset: true,
    })
  })
  const canWrite = viewer.service?.state !== 'ended' && !article?.isTrashed
  const until = article?.languages.find((one) => one.language === language)?.unpublishAt ?? null
  const address = useAddress({ saved: article?.slug ?? '', language, idNow: text.id })
  const actions = useArticleActions({
    ...{ idNow: text.id, language, until, publishedAt: article?.publishedAt ?? null, flush: text.flushOrAsk },
    flushAddress: address.flush,
    hrefFor: (id) => hrefOf(id, language, languages),
  })
  const written = {
    isUnsaved: () => address.isUnsaved() || text.isUnsaved(),
    flush: async () => !(await address.flush()) && text.flush(),
  }
  const preview = usePreview({ isOffered: article !== null && !article.isTrashed && !isMissing, flush: written.flush })
  const publish = () => void (canWrite && !article?.isTemplate && actions.publish())
  const comments = useArticleComments(data)
  useMarkedBlocks(editor, parts, { comments, language })
  useLiveReload(
    ({ type, subject }) =>
      (subject?.id === article?.id && type !== 'comments.changed') || type === 'knowledge-base.changed',
  )
  useShortcuts(
    { 'mod+enter': { label: 'Publish', run: publish } },
    { group: 'This article', enabled: canWrite && !isMissing },
  )
  const people = usePresence({ kind: 'article', id: article?.id, viewerId: viewer.id })
  useFreshFiles()
  const beside = useBeside(data)
  const history = useVersions(article, language)

  const panel = (
    <ArticlePanel
      {...data}
      history={history}
      text={text}
      address={address}
      editor={editor}
      parts={parts}
      actions={actions}
      comments={comments}
      canWrite={canWrite}
    />
  )
  return (
    <Split panel={<SidePanel label="Details">{panel}</SidePanel>}>
      <SplitMain>
        <ArticleBar {...data} {...{ text, address, actions, comments, beside, preview, canWrite, people }} />
        {preview.isOpen && preview.ArticlePreview && article && (
          <preview.ArticlePreview
            {...{ id: article.id, language, revision: article.revision }}
            onClose={preview.close}
          />
        )}
        <ScrollArea className={preview.isOpen ? 'hidden' : undefined}>
          <div
            className={classNames(
              'mx-auto px-4 pt-6 pb-24 md:px-10 md:pt-10',
              beside.language ? 'max-w-320' : 'max-w-180',
            )}
          >
            <div className="mb-4 empty:hidden md:hidden">
              <Languages {...data} beside={beside} />
            </div>
            <StateNotices {...data} text={text} actions={actions} />
            <WithBeside beside={beside}>
              {isMissing ? (
                <BeginTranslation {...data} canWrite={canWrite} />
              ) : (
                <WritingFields
                  {...{ article, language, people, text, parts, editor, setEditor, canWrite }}
                  categories={data.categories}
                  {...(article && canWrite && { onComment: comments.begin })}
                />
              )}
            </WithBeside>
            {!article && canWrite && <BeginWithTemplate templates={data.templates} />}
          </div>
          <div className="border-t border-line md:hidden">{panel}</div>
        </ScrollArea>
      </SplitMain>
      <LeaveQuestion text={written} isUnsent={comments.isUnsent} unsaved={unsaved} />
      {parts && text.conflict?.isPutOff === false && (
        <parts.ConflictDialog conflict={text.conflict} onSettle={text.settle} onPutOff={text.putOff} />
      )}
    </Split>
  )
}

const unsaved = `Your last changes are not saved on the server. They stay on this computer and are saved when you open this article here again. A rejected URL and an unsent comment are lost.`

/** The interval between reloads. The signed URLs of pictures are valid for at least five minutes. */
const freshFilesMs = 4 * 60_000

function useFreshFiles() {
  const readAgain = useReadAgain()
  const latest = useRef(readAgain)
  latest.current = readAgain
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && latest.current(), freshFilesMs)
    return () => clearInterval(timer)
  }, [])
}

function BeginTranslation({ article, language, languages, canWrite }: ArticlePageData & { canWrite: boolean }) {
  const { write, isPending, problem } = useWrite((isCopy: boolean) =>
    ask<typeof writeTranslation>('PUT', '/api/v1/knowledge-base/articles/:id/translations/:language', {
      params: { id: article!.id, language },
      body: isCopy ? { title: article!.title, excerpt: article!.excerpt, document: article!.document } : {},
    }),
  )
  const source = languageName(languages[0]!)
  return (
    <div className="grid justify-items-start gap-3">
      <h2 className="text-title font-semibold">There is no text in {languageName(language)} yet</h2>
      {problem && <Banner tone="danger">{problem.detail}</Banner>}
      <p className="text-ink-2">
        Start with a copy of the {source} text to translate, or with an empty text. Readers see it after you publish it.
      </p>
      {canWrite && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" busy={isPending} onClick={() => write(true)}>
            Copy the {source} text
          </Button>
          <Button disabled={isPending} onClick={() => write(false)}>
            Start empty
          </Button>
        </div>
      )}
    </div>
  )
}

function BeginWithTemplate({ templates }: { templates: { id: string; title: string }[] }) {
  const beginning = useCopyArticle(articleHref, { replace: true })
  if (templates.length === 0) return null
  return (
    <section aria-label="Start from a template" className="mt-6 border-t border-line pt-4">
      <p className="mb-1.5 text-ink-3">Or start from a template</p>
      <ul className="flex flex-wrap gap-1.5">
        {templates.map(({ id, title }) => (
          <li key={id} className="max-w-full">
            <Button
              onClick={() => beginning.write(id)}
              icon={LayoutTemplate}
              busy={beginning.underWay.includes(id)}
              disabled={beginning.isPending && !beginning.underWay.includes(id)}
            >
              <span className="truncate">{title || 'Untitled'}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
