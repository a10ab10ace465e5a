import type { CustomField } from '#contract/fields/custom-fields.ts'
import { useSite } from '#web/lib/use-site.ts'
import { Property } from '#web/ui/page/side-panel.tsx'
import { type CustomValues, customValueInWords, isEmptyValue, isShown } from './custom-fields.ts'
import { UrlLink } from './url-link.tsx'

type Props = { fields: readonly CustomField[]; values: CustomValues }

/** The custom fields that have a value, as rows of a side panel. */
export function FilledValues({ fields, values }: Props) {
  const { timeZone } = useSite()
  return fields
    .filter((field) => isShown(field, fields, values) && !isEmptyValue(values[field.key]))
    .map((field) => {
      const words = customValueInWords(field, values[field.key], timeZone)
      return (
        <Property key={field.id} label={field.label}>
          {field.kind === 'url' ? (
            <UrlLink url={words} className="min-w-0 wrap-anywhere hover:underline">
              {words}
            </UrlLink>
          ) : (
            <span className="line-clamp-6 min-w-0 wrap-anywhere whitespace-pre-line">{words}</span>
          )}
        </Property>
      )
    })
}
