import { keysOf } from '#contract/keys-of.ts'
import type { useFaults } from '#web/lib/write/use-faults.ts'
import { none, visibilityOptions } from '#web/service/knowledge-base/article/choices.tsx'
import type { Category } from '#web/service/knowledge-base/article/types.ts'
import { pathWords } from '#web/service/knowledge-base/article/words.ts'
import { LanguageSegments } from '#web/shell/languages/language-segments.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { categoryShapes } from '#web/ui/mark/category-shapes.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { SettingsSection } from '#web/ui/page/settings-section.tsx'
import { isWithin } from '#web/ui/tree/tree-moves.ts'
import type { CategoryValues } from './category-values.ts'

type Props = {
  category: Category | null
  categories: Category[]
  languages: string[]
  language: string
  onLanguage: (language: string) => void
  values: CategoryValues
  change: <Name extends keyof CategoryValues>(name: Name, value: CategoryValues[Name]) => void
  fault: ReturnType<typeof useFaults>
}

export const CategoryFields = (props: Props) => (
  <>
    <Words {...props} />
    <Place {...props} />
  </>
)

const Words = ({ languages, language, onLanguage, values, change, fault }: Props) => (
  <SettingsSection
    title="Name"
    description="Readers see the name and the description above the articles of the category."
  >
    <LanguageSegments label="Language" languages={languages} value={language} onChange={onLanguage} />
    <Field label="Name" {...fault(`name.${language}`)}>
      <Input
        value={values[`name.${language}`] ?? ''}
        placeholder={language === languages[0] ? undefined : values[`name.${languages[0]!}`]}
        autoComplete="off"
        onText={(text) => change(`name.${language}`, text)}
      />
    </Field>
    <Field label="Description" help="One sentence, at most 300 characters." {...fault(`description.${language}`)}>
      <Textarea
        rows={2}
        value={values[`description.${language}`] ?? ''}
        onText={(text) => change(`description.${language}`, text.replaceAll('\n', ' '))}
      />
    </Field>
  </SettingsSection>
)

const Place = ({ category, categories, values, change, fault }: Props) => (
  <SettingsSection
    title="Parent and visibility"
    description="Only readers who may see the category can see the articles in it."
  >
    <Field label="Parent" {...fault('parent')}>
      <Select
        options={[
          { value: none, label: 'None (top level)' },
          ...categories
            .filter(({ id }) => !category || !isWithin(categories, id, category.id))
            .map(({ id }) => ({ value: id, label: pathWords(categories, id) })),
        ]}
        value={values.parent}
        onChange={(parent) => change('parent', parent)}
      />
    </Field>
    <Field label="Readers" {...fault('visibility')}>
      <Select
        options={visibilityOptions}
        value={values.visibility}
        onChange={(visibility) => change('visibility', visibility)}
      />
    </Field>
    <Field
      label="Address"
      help={category ? 'Letters, numbers and hyphens.' : 'Leave empty to create it from the name.'}
      {...fault('slug')}
    >
      <Input value={values.slug} autoComplete="off" spellCheck={false} onText={(text) => change('slug', text)} />
    </Field>
    <IconChoice value={values.icon} onChange={(icon) => change('icon', icon)} />
  </SettingsSection>
)

const iconLabels: Record<Category['icon'], string> = {
  book: 'Book',
  rocket: 'Rocket',
  'life-buoy': 'Life buoy',
  settings: 'Gear',
  users: 'People',
  calendar: 'Calendar',
  'credit-card': 'Card',
  shield: 'Shield',
  mail: 'Letter',
  phone: 'Phone',
  plug: 'Plug',
  code: 'Code',
  bell: 'Bell',
  chart: 'Chart',
  file: 'Sheet',
  globe: 'Globe',
  lock: 'Lock',
  star: 'Star',
  wrench: 'Wrench',
  message: 'Message',
}

const IconChoice = ({ value, onChange }: { value: Category['icon']; onChange: (icon: Category['icon']) => void }) => (
  <fieldset>
    <legend className="mb-1.5 font-medium">Icon</legend>
    <div className="flex flex-wrap gap-1">
      {keysOf(iconLabels).map((icon) => (
        <label
          key={icon}
          title={iconLabels[icon]}
          className="grid size-8 cursor-pointer place-items-center rounded-sm border border-transparent text-ink-2 hover:bg-hover has-checked:border-accent has-checked:bg-selected has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-ring touch:size-10"
        >
          <input
            type="radio"
            name="icon"
            value={icon}
            checked={icon === value}
            aria-label={iconLabels[icon]}
            onChange={() => onChange(icon)}
            className="sr-only"
          />
          <Icon of={categoryShapes[icon]} />
        </label>
      ))}
    </div>
  </fieldset>
)
