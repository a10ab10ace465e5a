import { Flag, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { listTicketArticles } from '#contract/help/article-uses.ts'
import type { createArticle } from '#contract/knowledge-base/articles.ts'
import type { ArticleHit } from '#contract/knowledge-base/search.ts'
import { useFollow } from '#web/lib/live/use-live-reload.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { articleHref } from '#web/service/knowledge-base/article/addresses.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { PanelProps } from './panel-props.ts'
import type { RemarkedArticle } from './remark-dialog.tsx'

const loadDialog = () => import('./remark-dialog.tsx')

export function ArticlesSection({ ticket, messages, viewer, canWrite, onInsert }: PanelProps) {
  const { answer, problem, tryAgain } = useAnswer(`${ticket.id} ${ticket.lastMessageSeq}`, (signal) =>
    ask<typeof listTicketArticles>('GET', '/api/v1/tickets/:id/articles', {
      params: { id: ticket.id },
      query: {},
      signal,
    }),
  )
  const [remarked, setRemarked] = useState<RemarkedArticle>()
  const dialog = useLazyModule(loadDialog, remarked !== undefined)
  // Reloads the list when the server has counted the article links of a reply, which happens shortly after sending.
  useFollow({
    hear: (message) => message === 'reset' || message.type === 'article.uses-changed',
    load: async () => tryAgain(),
  })
  const said = messages.items.findLast(
    ({ kind, author, sentAt, bodyHtml }) => kind === 'reply' && author.type === 'agent' && sentAt && bodyHtml,
  )
  const takesReplies = canWrite && ticket.status !== 'closed' && !ticket.isTrashed
  const canBegin = canWrite && viewer.isAdmin && said !== undefined
  if (!problem && !canBegin && !answer?.used.length && !answer?.fitting.length) return null
  return (
    <PanelSection title="Articles">
      {problem && (
        <p role="alert" className="text-red-ink">
          {problem} <Button onClick={tryAgain}>Try again</Button>
        </p>
      )}
      <List of={answer?.used} label="Used in replies">
        {({ messageId, article, anchor, language, isOlder }) => (
          <li key={`${messageId} ${article.id} ${anchor}`} className="flex min-w-0 items-center gap-1">
            <div className="min-w-0 flex-1">
              <Outside href={anchor ? `${article.url}#${encodeURIComponent(anchor)}` : article.url}>
                {article.title}
              </Outside>
              {isOlder && <p className="text-meta text-amber-ink">Changed since it was sent</p>}
            </div>
            {canWrite && <RemarkButton of={{ ...article, language }} onRemark={setRemarked} />}
          </li>
        )}
      </List>
      <List of={answer?.fitting} label="Suggested articles">
        {(found) => (
          <li key={found.id} className="flex min-w-0 items-center gap-1">
            <span className="min-w-0 flex-1">
              <Outside href={found.url}>{nameOf(found)}</Outside>
            </span>
            {takesReplies && (
              <IconButton
                icon={Plus}
                size="sm"
                label={`Put “${nameOf(found)}” into the reply`}
                onClick={() => onInsert(found)}
              />
            )}
            {canWrite && <RemarkButton of={found} onRemark={setRemarked} />}
          </li>
        )}
      </List>
      {dialog && remarked && (
        <dialog.RemarkDialog article={remarked} ticketId={ticket.id} onClose={() => setRemarked(undefined)} />
      )}
      {canBegin && <BeginArticle title={ticket.subject} html={said.bodyHtml} />}
    </PanelSection>
  )
}

const RemarkButton = ({ of, onRemark }: { of: RemarkedArticle; onRemark: (article: RemarkedArticle) => void }) => (
  <IconButton icon={Flag} size="sm" label={`Report a problem with “${of.title}”`} onClick={() => onRemark(of)} />
)

const nameOf = ({ title, heading }: ArticleHit) => (heading ? `${title} › ${heading}` : title)

function List<Item>({
  of = [],
  label,
  children,
}: {
  of: Item[] | undefined
  label: string
  children: (item: Item) => ReactNode
}) {
  if (of.length === 0) return null
  return (
    <>
      <p className="text-ink-3">{label}</p>
      <ul aria-label={label} className="mt-1 mb-2.5 grid gap-1">
        {of.map(children)}
      </ul>
    </>
  )
}

const Outside = ({ href, children }: { href: string; children: ReactNode }) => (
  <TextLink href={href} isNewTab className="block truncate">
    {children}
  </TextLink>
)

function BeginArticle({ title, html }: { title: string; html: string }) {
  const navigate = useNavigate()
  const begin = useWrite(
    () =>
      ask<typeof createArticle>('POST', '/api/v1/knowledge-base/articles', {
        body: { title, html },
        idempotencyKey: randomUuid(),
      }),
    { tellsProblem: true, keepsPage: true, onAnswer: ({ id }) => navigate(articleHref(id)) },
  )
  return (
    <Button onClick={() => begin.write()} busy={begin.isPending}>
      Create an article from this reply
    </Button>
  )
}
