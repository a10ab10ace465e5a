import type { EditedArticle } from '#contract/knowledge-base/articles.ts'
import { Labels } from '#web/lib/writing/labels.tsx'
import { peopleOptions, TextStatusPill } from '#web/lib/writing/text-status.tsx'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'
import type { Option } from '#web/ui/choice/option.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { PanelSection, Property } from '#web/ui/page/side-panel.tsx'
import type { PanelProps } from './article-panel.tsx'

const none = ''

const audiences: Option<EditedArticle['visibility']>[] = [
  { value: 'public', label: 'Everyone' },
  { value: 'customers', label: 'Customers', detail: 'signed in' },
  { value: 'team', label: 'Team' },
  { value: 'unlisted', label: 'Unlisted', detail: 'anyone with the link' },
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
  const people = (chosen: EditedArticle['owner']) => peopleOptions(members, chosen, members)
  return (
    <PanelSection>
      <Property label="Status">
        <TextStatusPill
          status={article.status}
          note={article.isLive && (article.hasChanges || article.status !== 'published') && 'with unpublished changes'}
        />
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
      <Property label="Regular review">
        <InlineValue
          label="Regular review"
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
          label="Ask readers whether the article helped"
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

const spans = [30, 90, 180, 365]

const spansFor = (chosen: number | null): Option[] => [
  { value: none, label: 'Never' },
  ...[...new Set([...spans, ...(chosen ? [chosen] : [])])]
    .toSorted((one, other) => one - other)
    .map((days) => ({ value: `${days}`, label: `Every ${days} days` })),
]

function categoryOptions(categories: PanelProps['categories']): Option[] {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const above = (id: string | null): string => {
    const parent = id ? byId.get(id) : undefined
    return parent ? `${above(parent.parent)}${parent.name} / ` : ''
  }
  const options = categories.map(({ id, name, parent }) => ({ value: id, label: `${above(parent)}${name}` }))
  return [{ value: none, label: 'None' }, ...options]
}
