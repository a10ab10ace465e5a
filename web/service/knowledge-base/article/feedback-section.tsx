import type { EditedArticle } from '#contract/knowledge-base/articles.ts'
import type { Feedback, listFeedback } from '#contract/knowledge-base/feedback.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { ShowOlder } from '#web/lib/list/show-older.tsx'
import { useMore } from '#web/lib/list/use-more.ts'
import { Time } from '#web/lib/time/time.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { PanelSection } from '#web/ui/page/side-panel.tsx'

export type SaidInWords = { items: Feedback[]; next: string | null }

export function FeedbackSection({ article, feedback }: { article: EditedArticle; feedback: SaidInWords }) {
  const { items, ...more } = useMore(feedback, (cursor) =>
    ask<typeof listFeedback>('GET', '/api/v1/knowledge-base/articles/:id/feedback', {
      params: { id: article.id },
      query: { withComment: 'true', limit: '10', cursor },
    }),
  )
  return (
    <PanelSection title="Feedback">
      <p className="text-ink-2">
        Read {article.views === 1 ? 'once' : `${article.views} times`}. {tellCounts(article)}
      </p>
      <ol className="mt-2 grid gap-3 empty:hidden">
        {items.map((said) => (
          <Said key={said.id} {...said} />
        ))}
      </ol>
      <ShowOlder {...more} />
    </PanelSection>
  )
}

function tellCounts({ helpful, unhelpful }: EditedArticle) {
  const all = helpful + unhelpful
  if (all === 0) return 'No ratings yet.'
  return `${helpful} of ${all} ${all === 1 ? 'rating says' : 'ratings say'} that the article helped (${Math.round((helpful / all) * 100)} %).`
}

const Said = ({ helpful, comment, email, searched, by, at }: Feedback) => (
  <li className="wrap-anywhere">
    <p className="whitespace-pre-wrap">{comment}</p>
    <p className="text-meta text-ink-3">
      {helpful ? 'Helped' : 'Did not help'} {by.name || shownAddress(email ?? '') || 'a visitor'}
      {email && ' (unverified)'}, <Time at={at} />
    </p>
    {searched && <p className="text-meta text-ink-3">Searched before: {searched}</p>}
  </li>
)
