import { WordChanges } from '#web/ui/text/word-changes.tsx'
import { ChangeFrame, Sides } from './change-frame.tsx'
import { type ComparedVersions, fieldLabels } from './version-words.ts'

/** Changes of the title, the URL and other fields. */
export const FieldChanges = ({ fields }: Pick<ComparedVersions, 'fields'>) =>
  fields.map(({ field, was, is, words }) => (
    <ChangeFrame key={field} name={fieldLabels[field]} kind="changed">
      {field === 'socialImage' ? (
        <Sides was={<Picture url={was} />} is={<Picture url={is} />} />
      ) : (
        <p className="wrap-anywhere">
          <WordChanges words={words} />
        </p>
      )}
    </ChangeFrame>
  ))

const Picture = ({ url }: { url: string }) =>
  url ? <img src={url} alt="" className="max-h-60 rounded-sm" /> : <p className="text-ink-3">None</p>
