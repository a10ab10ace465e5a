import type { FormEvent } from 'react'
import { plural } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { Button } from '#web/ui/button/button.tsx'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import type { WordSearch } from './use-finding.ts'

export type Replacement = WordSearch & { replacement: string; publish: boolean }

type Props = {
  wanted: Replacement
  languages: string[]
  count: number
  canWrite: boolean
  isReady: boolean
  isLooking: boolean
  isReplacing: boolean
  onChange: (changes: Partial<Replacement>) => void
  onFind: () => void
  onReplace: () => void
}

const mostLetters = 200

export function ReplaceForm({ wanted, languages, count, canWrite, onChange, onFind, onReplace, ...state }: Props) {
  const { isReady, isLooking, isReplacing } = state
  function submit(event: FormEvent) {
    event.preventDefault()
    if (wanted.find !== '' && !isLooking) onFind()
  }
  const flag = (name: 'matchCase' | 'wholeWords' | 'addresses' | 'publish', label: string, description?: string) => (
    <Checkbox
      label={label}
      {...(description && { description })}
      checked={wanted[name]}
      onChange={({ target }) => onChange({ [name]: target.checked })}
    />
  )
  return (
    <form onSubmit={submit} noValidate className="grid gap-4 px-4 py-4 md:px-5">
      <div className="grid max-w-220 gap-4 sm:grid-cols-2">
        <Field label="Find">
          <Input value={wanted.find} maxLength={mostLetters} autoFocus onText={(text) => onChange({ find: text })} />
        </Field>
        <Field label="Replace with" help="Leave empty to delete the words">
          <Input
            value={wanted.replacement}
            maxLength={mostLetters}
            onText={(text) => onChange({ replacement: text })}
          />
        </Field>
      </div>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {flag('matchCase', 'Match case')}
        {flag('wholeWords', 'Whole words')}
        {flag('addresses', 'Also in URLs of links')}
        {languages.length > 1 && (
          <span className="-my-1 flex items-center gap-1">
            <span className="text-ink-3">Language</span>
            <InlineValue
              label="Language"
              options={[
                { value: '', label: 'Every language' },
                ...languages.map((value) => ({ value, label: languageName(value) })),
              ]}
              value={wanted.language}
              onChange={(language) => onChange({ language })}
            />
          </span>
        )}
      </div>
      {flag(
        'publish',
        'Publish changed articles',
        'Drafts, and texts with other unpublished changes, are changed but not published.',
      )}
      <p className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant={isReady ? 'secondary' : 'primary'}
          busy={isLooking}
          disabledReason={wanted.find === '' ? 'Enter words to find' : undefined}
        >
          Find
        </Button>
        {isReady && (
          <Button variant="primary" keys="mod+enter" busy={isReplacing} onClick={onReplace}>
            {wanted.replacement === '' ? 'Remove from' : 'Replace in'} {plural(count, 'article')}
          </Button>
        )}
        {!canWrite && <span className="self-center text-ink-3">The trial has ended, so you cannot replace.</span>}
      </p>
    </form>
  )
}
