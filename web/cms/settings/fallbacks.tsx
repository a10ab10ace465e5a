import type { Fallback } from '#contract/content/fallbacks.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'

type Props = { languages: string[]; fallbacks: Fallback[]; onChange: (fallbacks: Fallback[]) => void }

const none = ''
const ordinals = ['First', 'Second', 'Third']
const placeOf = (index: number) => ordinals[index] ?? `${index + 1}th`

/** The fallback languages of each language, in order: one choice for each, and one to add another. */
export function Fallbacks({ languages, fallbacks, onChange }: Props) {
  const change = (language: string, chain: string[]) =>
    onChange(fallbacks.map((one) => (one.language === language ? { language, fallbacks: chain } : one)))
  const shown = fallbacks.filter(({ language }) => languages.includes(language))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">Fallback languages</legend>
      <p className="text-meta text-ink-3">
        If an entry is not published in a language, sites get it in the first of these languages. Without a fallback,
        they do not get the entry.
      </p>
      {shown.map(({ language, fallbacks: all }) => {
        const chain = all.filter((one) => languages.includes(one))
        const left = languages.filter((one) => one !== language && !chain.includes(one))
        return (
          <div key={language} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <span className="w-32 shrink-0 break-words">{languageName(language)}</span>
            {[...chain, ...(left.length > 0 ? [none] : [])].map((chosen, index) => (
              <InlineValue
                key={chosen || 'more'}
                label={`${placeOf(index)} fallback for ${languageName(language)}`}
                value={chosen}
                options={[
                  { value: none, label: 'None' },
                  ...[...(chosen ? [chosen] : []), ...left].map((one) => ({ value: one, label: languageName(one) })),
                ]}
                onChange={(next) =>
                  change(language, next ? chain.toSpliced(index, 1, next) : chain.toSpliced(index, 1))
                }
              />
            ))}
          </div>
        )
      })}
    </fieldset>
  )
}
