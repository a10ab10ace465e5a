import { Columns2 } from 'lucide-react'
import { languageName } from '#web/lib/words/language-name.ts'
import { articleHref } from '#web/service/knowledge-base/article/addresses.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { LinkSegments } from '#web/ui/choice/segments.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import type { Beside, LanguagesOf } from './use-beside.ts'

type Props = LanguagesOf & { beside: Beside }

export function Languages({ article, language, languages, beside }: Props) {
  if (!article || languages.length < 2) return null
  const items = languages.map((one) => ({
    href: beside.keptIn(articleHref(article.id, one === languages[0] ? undefined : one), one),
    label: <span title={languageName(one)}>{one.toUpperCase()}</span>,
    current: one === language,
  }))
  return (
    <div className="flex items-center gap-1">
      <LinkSegments label="Languages" items={items} />
      <SideBySide {...{ article, language, languages, beside }} />
    </div>
  )
}

function SideBySide({ article, language, languages, beside }: Props) {
  const others = languages.filter((one) => one !== language)
  return (
    <Menu
      label="Side by side"
      align="end"
      button={<IconButton icon={Columns2} label="Side by side" pressed={beside.language !== null} />}
      items={[
        ...others.map((one) => ({
          ...{ label: languageName(one), detail: noteOf(article, one), current: one === beside.language },
          onSelect: () => beside.show(one),
        })),
        { label: 'This language only', current: beside.language === null, onSelect: () => beside.show(null) },
      ]}
    />
  )
}

function noteOf(article: LanguagesOf['article'], language: string): string {
  const text = article?.languages.find((one) => one.language === language)
  if (!text) return 'missing'
  return text.isOutdated ? 'older' : statusWords[text.status]
}

const statusWords = { draft: 'draft', in_review: 'in review', published: '', archived: 'archived' }
