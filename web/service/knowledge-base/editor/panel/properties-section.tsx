import { Archive, CircleCheck, CircleDashed, Eye } from 'lucide-react'
import type { EditedArticle } from '#contract/knowledge-base/articles.ts'
import { fullName, responsibleName } from '#web/lib/words/full-name.ts'
import { Labels } from '#web/service/knowledge-base/details/labels.tsx'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'
import type { Option } from '#web/ui/choice/option.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import type { IconShape } from '#web/ui/mark/icon.tsx'
import { Pill, type Tone } from '#web/ui/mark/pill.tsx'
import { PanelSection, Property } from '#web/ui/page/side-panel.tsx'
import type { PanelProps } from './article-panel.tsx'

const none = ''

const audiences: Option<EditedArticle['visibility']>[] = [
  { value: 'public', label: 'Everyone' },
  { value: 'customers', label: 'Customers', detail: 'signed in' },
  { value: 'team', label: 'Team' },
  { value: 'unlisted', label: 'Unlisted', detail: 'whoever has the link' },
]

export function PropertiesSection({
  article,
  categories,
  members,
  actions,
  canWrite,
}: PanelProps & { article: EditedArticle }) {
  const { changing, change } = actions
  const disabled = !canWrite
  const { owner = article.owner?.id, reviewer = article.reviewer?.id, category = article.category?.id } = changing
  const { visibility = article.visibility, isPinned = article.isPinned } = changing
  const { takesFeedback = article.takesFeedback, reviewEveryDays = article.reviewEveryDays } = changing
  const people = (chosen: EditedArticle['owner']) => peopleOf(members, chosen)
  return (
    <PanelSection>
      <Property label="Status">
        <ArticleStatus article={article} />
      </Property>
      <Property label="Category">
        <InlineValue
          label="Category"
          options={categoryOptions(categories)}
          value={category ?? none}
          disabled={disabled}
          onChange={(id) => change({ category: id || null })}
        />
      </Property>
      <Property label="Owner">
        <InlineValue
          label="Owner"
          options={people(article.owner)}
          value={owner ?? none}
          disabled={disabled}
          onChange={(id) => change({ owner: id || null })}
        />
      </Property>
      <Property label="Reviewer">
        <InlineValue
          label="Reviewer"
          options={people(article.reviewer)}
          value={reviewer ?? none}
          disabled={disabled}
          onChange={(id) => change({ reviewer: id || null })}
        />
      </Property>
      <Property label="Audience">
        <InlineValue
          label="Audience"
          options={audiences}
          value={visibility}
          disabled={disabled}
          onChange={(next) => change({ visibility: next })}
        />
      </Property>
      <Property label="Look at it again">
        <InlineValue
          label="Look at it again"
          options={spansFor(reviewEveryDays)}
          value={`${reviewEveryDays ?? ''}`}
          disabled={disabled}
          onChange={(days) => change({ reviewEveryDays: days ? Number(days) : null })}
        />
      </Property>
      <Property label="Pinned">
        <Switch
          label="Pinned on the home page"
          hideLabel
          checked={isPinned}
          disabled={disabled}
          onChange={(next) => change({ isPinned: next })}
        />
      </Property>
      <Property label="Feedback">
        <Switch
          label="Asks readers whether it helped"
          hideLabel
          checked={takesFeedback}
          disabled={disabled}
          onChange={(next) => change({ takesFeedback: next })}
        />
      </Property>
      <div className="mt-2">
        <Field label="Labels">
          <Labels
            labels={changing.labels ?? article.labels}
            disabled={disabled}
            onChange={(labels) => change({ labels })}
          />
        </Field>
      </div>
    </PanelSection>
  )
}

/** In days; another one that was set by the API stays among them. */
const spans = [30, 90, 180, 365]

const spansFor = (chosen: number | null): Option[] => [
  { value: none, label: 'Never' },
  ...[...new Set([...spans, ...(chosen ? [chosen] : [])])]
    .toSorted((one, other) => one - other)
    .map((days) => ({ value: `${days}`, label: `Every ${days} days` })),
]

type Look = { tone: Tone; icon: IconShape; label: string; isResting?: boolean }

const looks: Record<EditedArticle['status'], Look> = {
  draft: { tone: 'grey', icon: CircleDashed, label: 'Draft' },
  in_review: { tone: 'plum', icon: Eye, label: 'In review' },
  published: { tone: 'green', icon: CircleCheck, label: 'Published', isResting: true },
  archived: { tone: 'grey', icon: Archive, label: 'Archived', isResting: true },
}

function ArticleStatus({ article: { status, hasChanges, isLive } }: { article: EditedArticle }) {
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

function categoryOptions(categories: PanelProps['categories']): Option[] {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const above = (id: string | null): string => {
    const parent = id ? byId.get(id) : undefined
    return parent ? `${above(parent.parent)}${parent.name} / ` : ''
  }
  const options = categories.map(({ id, name, parent }) => ({ value: id, label: `${above(parent)}${name}` }))
  return [{ value: none, label: 'None' }, ...options]
}

/** Somebody who left the team may still be named here. */
function peopleOf(members: PanelProps['members'], chosen: EditedArticle['owner']): Option[] {
  const active = members.filter(({ status }) => status === 'active')
  const options = active.map((member) => ({ value: member.id, label: fullName(member) }))
  const isGone = chosen && !active.some(({ id }) => id === chosen.id)
  return [
    { value: none, label: 'Nobody' },
    ...options,
    ...(isGone ? [{ value: chosen.id, label: responsibleName(chosen, members), disabled: true }] : []),
  ]
}
