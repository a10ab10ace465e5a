import { fieldVariable, inputVariable, macroVariables } from '#contract/tickets/macro-variables.ts'
import type { useUploads } from '#web/lib/uploads/use-uploads.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { LanguageTexts } from '#web/service/tickets/composer/macros/language-texts.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import type { MacroDraft } from './macro-dialog.tsx'
import type { MacrosPage } from './macros.tsx'

type Props = {
  draft: MacroDraft
  files: ReturnType<typeof useUploads>
  page: MacrosPage
  fault: (...names: string[]) => Fault
  onChange: (changes: Partial<MacroDraft>) => void
}

/** The text of a macro in each language of the workspace. The first language stands for all others. */
export function MacroTexts({ draft, files, page, fault, onChange }: Props) {
  const { text, texts, textKind, inputs } = draft
  const [first = 'en', ...others] = page.languages
  const variables = [
    ...macroVariables,
    ...inputs.flatMap(({ key }) => (key ? [inputVariable(key)] : [])),
    ...page.fields.map(({ key }) => fieldVariable('ticket', key)),
    ...page.customerFields.map(({ key }) => fieldVariable('customer', key)),
  ]
  return (
    <LanguageTexts
      {...{ text, texts, files, variables, fault, onChange }}
      languages={[first, ...new Set([...others, ...Object.keys(texts)])]}
      isNote={textKind === 'note'}
      beside={
        <RadioGroup
          label="Text for"
          hideLabel
          name="textKind"
          layout="inline"
          options={kinds}
          value={textKind}
          onChange={(kind) => onChange({ textKind: kind })}
        />
      }
    />
  )
}

const kinds = [
  { value: 'reply', label: 'Reply to the customer' },
  { value: 'note', label: 'Note for the team' },
] as const
