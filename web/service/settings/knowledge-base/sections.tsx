import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { languageName } from '#web/lib/words/language-name.ts'
import { LanguageList } from '#web/shell/languages/language-list.tsx'
import { LanguageSegments } from '#web/shell/languages/language-segments.tsx'
import { PlainSlugs } from '#web/shell/languages/plain-slugs.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { SettingsSection } from '#web/ui/page/settings-section.tsx'
import { type PageLink, type SectionProps, withHomeText } from './values.ts'

export const ReadersSection = ({ values, change }: SectionProps) => (
  <SettingsSection title="Access" description="Applies to all articles as soon as you save.">
    <RadioGroup
      label="Who can read the knowledge base"
      name="readers"
      options={readers}
      value={values.readers}
      onChange={(chosen) => change('readers', chosen)}
    />
  </SettingsSection>
)

const readers = [
  { value: 'public', label: 'Everyone', description: 'Articles are public, and search engines can find them.' },
  {
    value: 'customers',
    label: 'Signed-in customers',
    description: 'Only signed-in customers can read articles, even public ones.',
  },
  { value: 'team', label: 'Team only', description: 'The knowledge base is closed. Articles are kept.' },
] as const satisfies { value: SectionProps['values']['readers']; label: string; description: string }[]

export const Languages = ({ values, change, fault }: SectionProps) => (
  <SettingsSection
    title="Languages"
    description="The first language is the main language. Each article is written in the main language, then translated."
  >
    <LanguageList
      languages={values.languages}
      nameOf={languageName}
      fault={fault('languages')}
      onChange={(next) => change('languages', next)}
    />
    <PlainSlugs
      languages={values.languages}
      plainSlugs={values.plainSlugs}
      nameOf={languageName}
      onChange={(next) => change('plainSlugs', next)}
    />
    <RadioGroup
      label="If a translation is missing"
      name="onMissing"
      options={missing}
      value={values.onMissing}
      onChange={(chosen) => change('onMissing', chosen)}
    />
  </SettingsSection>
)

const missing = [
  {
    value: 'first-language',
    label: 'Show the main language',
    description: 'With a note that there is no translation yet.',
  },
  { value: 'not-found', label: 'Show nothing', description: 'The article is hidden in that language.' },
] as const satisfies { value: SectionProps['values']['onMissing']; label: string; description: string }[]

/** Form for the texts of the home page. Missing texts come from the main language, or else are the defaults. */
export function Home({ values, change, fault }: SectionProps) {
  const { languages, home } = values
  const [chosen, setChosen] = useState(languages[0]!)
  const language = languages.includes(chosen) ? chosen : languages[0]!
  const { title = '', text = '' } = home[language] ?? {}
  const set = (changed: { title?: string; text?: string }) =>
    change('home', withHomeText(home, language, { title, text, ...changed }))
  return (
    <SettingsSection title="Home page" description="The texts above the search field.">
      <LanguageSegments label="Language of the home page" languages={languages} value={language} onChange={setChosen} />
      <Field label="Title" {...fault(`home.${language}.title`)}>
        <Input
          value={title}
          maxLength={120}
          placeholder={home[languages[0]!]?.title || 'What do you need to know?'}
          autoComplete="off"
          onText={(text) => set({ title: text })}
        />
      </Field>
      <Field
        label="Subtitle"
        help="At most 300 characters. Also shown by search engines."
        {...fault(`home.${language}.text`)}
      >
        <Textarea
          rows={2}
          value={text}
          maxLength={300}
          placeholder={home[languages[0]!]?.text}
          onText={(text) => set({ text: text.replaceAll('\n', ' ') })}
        />
      </Field>
    </SettingsSection>
  )
}

export const Links = ({ values, change, fault }: SectionProps) => (
  <SettingsSection
    title="Links"
    description="Many countries require a link to an imprint and a privacy page on every page."
  >
    <LinkList
      label="In the header"
      name="headerLinks"
      most={8}
      links={values.headerLinks}
      fault={fault}
      onChange={(links) => change('headerLinks', links)}
    />
    <LinkList
      label="In the footer"
      name="footerLinks"
      most={20}
      links={values.footerLinks}
      fault={fault}
      onChange={(links) => change('footerLinks', links)}
    />
  </SettingsSection>
)

export const Acknowledgements = ({ values, change }: SectionProps) => (
  <SettingsSection title="Confirmations" description="The mail that customers get when their request arrives.">
    <Checkbox
      name="suggestsByMail"
      label="Suggest up to three articles"
      description="Only public articles that match the request."
      checked={values.suggestsByMail}
      onChange={(event) => change('suggestsByMail', event.target.checked)}
    />
  </SettingsSection>
)

type Props = Pick<SectionProps, 'fault'> & {
  label: string
  name: 'headerLinks' | 'footerLinks'
  most: number
  links: PageLink[]
  onChange: (links: PageLink[]) => void
}

function LinkList({ label, name, most, links, fault, onChange }: Props) {
  const rows = useRef<HTMLOListElement>(null)

  /** Clears the errors of the links, because an error belongs to a position in the list. */
  function rearrange(next: PageLink[]) {
    fault(...links.flatMap((_, at) => [`${name}.${at}.label`, `${name}.${at}.href`])).onChanged()
    onChange(next)
  }

  function move(at: number, to: number) {
    flushSync(() => rearrange(links.with(at, links[to]!).with(to, links[at]!)))
    const row = rows.current?.children[to]
    const button =
      row?.querySelector<HTMLElement>(`[data-step="${to - at}"]:enabled`) ?? row?.querySelector('button:enabled')
    if (button instanceof HTMLElement) button.focus()
  }

  function add() {
    flushSync(() => onChange([...links, { label: '', href: '' }]))
    rows.current?.lastElementChild?.querySelector('input')?.focus()
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{label}</legend>
      {links.length > 0 && (
        <ol ref={rows} className="mb-3 rounded-md border border-line-strong">
          {links.map((link, at) => (
            <LinkRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a link is known by its place alone, and its fields hold no state
              key={at}
              {...{ link, fault }}
              name={link.label || `link ${at + 1}`}
              place={`${name}.${at}`}
              onChange={(changed) => onChange(links.with(at, { ...link, ...changed }))}
              onUp={at > 0 ? () => move(at, at - 1) : undefined}
              onDown={at < links.length - 1 ? () => move(at, at + 1) : undefined}
              onRemove={() => rearrange(links.toSpliced(at, 1))}
            />
          ))}
        </ol>
      )}
      {links.length < most && (
        <Button icon={Plus} onClick={add}>
          Add link
        </Button>
      )}
    </fieldset>
  )
}

type RowProps = Pick<SectionProps, 'fault'> & {
  link: PageLink
  name: string
  place: string
  onChange: (changed: Partial<PageLink>) => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
}

const LinkRow = ({ link, name, place, fault, onChange, onUp, onDown, onRemove }: RowProps) => (
  <li className="grid gap-x-3 gap-y-2 border-t border-line p-3 first:border-t-0 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
    <Field label="Name" {...fault(`${place}.label`)}>
      <Input value={link.label} maxLength={60} autoComplete="off" onText={(text) => onChange({ label: text })} />
    </Field>
    <Field label="URL" {...fault(`${place}.href`)}>
      <Input
        value={link.href}
        maxLength={2000}
        placeholder="https://example.com/imprint"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        onText={(text) => onChange({ href: text })}
      />
    </Field>
    <span className="flex items-center gap-1 md:mt-6">
      <IconButton icon={ArrowUp} label={`Move ${name} up`} data-step={-1} disabled={!onUp} onClick={onUp} />
      <IconButton icon={ArrowDown} label={`Move ${name} down`} data-step={1} disabled={!onDown} onClick={onDown} />
      <IconButton icon={X} label={`Remove ${name}`} onClick={onRemove} />
    </span>
  </li>
)
