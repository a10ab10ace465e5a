import { Archive, CircleCheck, CircleDashed, Eye } from 'lucide-react'
import type { EditedArticle } from '#contract/articles.ts'
import type { IconShape } from '#web/ui/mark/icon.tsx'
import { Pill, type Tone } from '#web/ui/mark/pill.tsx'

type Look = { tone: Tone; icon: IconShape; label: string; isResting?: boolean }

const looks: Record<EditedArticle['status'], Look> = {
  draft: { tone: 'grey', icon: CircleDashed, label: 'Draft' },
  in_review: { tone: 'plum', icon: Eye, label: 'In review' },
  published: { tone: 'green', icon: CircleCheck, label: 'Published', isResting: true },
  archived: { tone: 'grey', icon: Archive, label: 'Archived', isResting: true },
}

export function ArticleStatus({ article: { status, hasChanges, isLive } }: { article: EditedArticle }) {
  const { tone, icon, label, isResting } = looks[status]
  const isBesideLive = isLive && (hasChanges || status !== 'published')
  return (
    <>
      <Pill tone={tone} icon={icon} quiet={isResting}>
        {label}
      </Pill>
      {isBesideLive && <span className="text-meta text-ink-3">with changes not published</span>}
    </>
  )
}
