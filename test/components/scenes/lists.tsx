import { useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { ListSearch } from '#web/lib/list/list-search.tsx'
import { ShowOlder } from '#web/lib/list/show-older.tsx'
import { useMore } from '#web/lib/list/use-more.ts'
import { ArticleChoice, type ChosenArticle } from '#web/service/knowledge-base/article/article-choice.tsx'
import { RequesterFields } from '#web/service/tickets/create-ticket/requester-fields.tsx'
import { Button } from '#web/ui/button/button.tsx'

/** A list that shows what is searched for when it is told to, as a page does that takes long to be drawn. */
function ListSearchScene() {
  const [q, setQ] = useState('')
  const searched = new URLSearchParams(useLocation().search).get('q') ?? ''
  return (
    <>
      <ListSearch
        label="Search things"
        q={q}
        hrefOf={(words) => `?${new URLSearchParams({ q: words })}`}
        group="Things"
        keyLabel="Search"
      />
      <output aria-label="Searched">{searched}</output>
      {['refund', 'refund please', 'other'].map((words) => (
        <Button key={words} onClick={() => setQ(words)}>
          Show {words}
        </Button>
      ))}
    </>
  )
}

function RequesterScene() {
  const [email, setEmail] = useState('')
  return <RequesterFields email={email} onEmail={setEmail} fault={{ error: undefined, onChanged() {} }} />
}

function ArticleChoiceScene() {
  const [article, setArticle] = useState<ChosenArticle | null>(null)
  return (
    <>
      <ArticleChoice article={article} onChoose={setArticle} />
      <Button>After</Button>
    </>
  )
}

const rowsFrom = (newest: number, count: number) => ({
  items: Array.from({ length: count }, (_, at) => ({ id: `Row ${newest - at}` })),
  next: newest > count ? String(newest - count) : null,
})

/** Three rows that the page knows, of as many as there are by now. */
function MoreScene() {
  const [newest, setNewest] = useState(7)
  const first = useMemo(() => rowsFrom(newest, 3), [newest])
  const { items, ...more } = useMore(first, async (cursor) => ({ answer: rowsFrom(Number(cursor), 2) }))
  return (
    <>
      <Button onClick={() => setNewest(newest + 1)}>One more</Button>
      <ol>
        {items.map(({ id }) => (
          <li key={id}>{id}</li>
        ))}
      </ol>
      <ShowOlder {...more} />
    </>
  )
}

export const lists = {
  more: MoreScene,
  'list-search': ListSearchScene,
  requester: RequesterScene,
  'article-choice': ArticleChoiceScene,
}
