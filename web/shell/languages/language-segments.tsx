import { languageName } from '#web/lib/words/language-name.ts'
import { Segments } from '#web/ui/choice/segments.tsx'

type Props = { label: string; languages: string[]; value: string; onChange: (language: string) => void }

export const LanguageSegments = ({ label, languages, value, onChange }: Props) =>
  languages.length > 1 && (
    <div className="max-w-full overflow-x-auto">
      <Segments
        label={label}
        options={languages.map((language) => ({ value: language, label: languageName(language) }))}
        value={value}
        onChange={onChange}
      />
    </div>
  )
