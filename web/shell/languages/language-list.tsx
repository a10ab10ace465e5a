import { ArrowDown, ArrowUp, X } from 'lucide-react'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'

type Props = {
  languages: string[]
  nameOf: (code: string) => string
  fault: Fault
  onChange: (languages: string[]) => void
}

export function LanguageList({ languages, nameOf, fault, onChange }: Props) {
  function change(next: string[]) {
    fault.onChanged()
    onChange(next)
  }
  const swap = (at: number, other: number) => change(languages.with(at, languages[other]!).with(other, languages[at]!))
  const others = known
    .filter((code) => !languages.includes(code))
    .map((value) => ({ value, label: nameOf(value), detail: value }))
  return (
    <div>
      <p className="mb-1.5 font-medium">Languages</p>
      <ol aria-label="Languages" className="mb-3 rounded-md border border-line-strong">
        {languages.map((code, at) => (
          <li key={code} className="flex h-10 items-center gap-1 border-t border-line pr-1.5 pl-3 first:border-t-0">
            <span className="mr-auto truncate">
              {nameOf(code)}
              {at === 0 && <span className="ml-2 text-meta text-ink-3">Main</span>}
            </span>
            {at > 0 && <IconButton icon={ArrowUp} label={`Move ${nameOf(code)} up`} onClick={() => swap(at, at - 1)} />}
            {at < languages.length - 1 && (
              <IconButton icon={ArrowDown} label={`Move ${nameOf(code)} down`} onClick={() => swap(at, at + 1)} />
            )}
            {languages.length > 1 && (
              <IconButton
                icon={X}
                label={`Remove ${nameOf(code)}`}
                onClick={() => change(languages.filter((one) => one !== code))}
              />
            )}
          </li>
        ))}
      </ol>
      {languages.length < most && (
        <Field label="Add language" {...fault}>
          <Select
            options={others}
            value=""
            placeholder="Choose a language"
            onChange={(code) => change([...languages, code])}
          />
        </Field>
      )}
    </div>
  )
}

const most = 30

const known = [
  ...['ar', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fa', 'fi', 'fr', 'he', 'hi', 'hr', 'hu'],
  ...['id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'nb', 'nl', 'pl', 'pt', 'pt-BR', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv'],
  ...['th', 'tr', 'uk', 'vi', 'zh-Hans', 'zh-Hant'],
]
