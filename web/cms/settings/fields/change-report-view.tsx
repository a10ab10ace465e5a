import type { ChangeReport } from '#contract/content/models.ts'
import { plural } from '#web/lib/words/format.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'

export const isRefused = ({ fields }: Pick<ChangeReport, 'fields'>) => fields.some(({ refused }) => refused)

const mostNamed = 5

export const ModelReportView = ({ report: { model } }: { report: Pick<ChangeReport, 'model'> }) => (
  <>
    {model.map(({ change, entries, examples }) => (
      <Banner
        key={change}
        tone="danger"
        title={
          change === 'kind'
            ? `This model has ${plural(entries, 'entry', 'entries')}. A single-entry model can have only one.`
            : `${plural(entries, 'entry', 'entries')} would lose texts in other languages.`
        }
      >
        Nothing was saved.{' '}
        {change === 'kind' ? 'Keep one entry and delete the others first:' : 'Delete these entries first:'}
        <ul>
          {examples.slice(0, mostNamed).map(({ entry, title }) => (
            <li key={entry} className="truncate">
              <TextLink href={`/cms/content/edit/${entry}`}>{title || 'Untitled'}</TextLink>
            </li>
          ))}
        </ul>
        {entries > mostNamed && `and ${entries - mostNamed} more`}
      </Banner>
    ))}
  </>
)

export const ChangeReportView = ({ report: { entries, fields } }: { report: ChangeReport }) => (
  <>
    <Banner tone="warning" title={`This change affects ${plural(entries, 'text')}.`}>
      {isRefused({ fields })
        ? 'Nothing was saved. Several entries would have the same value in a unique field. Change these values first.'
        : 'Nothing is saved yet. Values that cannot be converted are kept, and come back if you undo the change.'}
    </Banner>
    {fields.map(({ id, key, change, converted, lossy, failed, examples }) => (
      <section key={id}>
        <h3 className="font-semibold">{key}</h3>
        <p className="text-ink-2">
          {change === 'deleted'
            ? `${plural(lossy, 'value')} will be hidden from your team and from readers.`
            : `${plural(converted, 'value')} can be converted fully, ${lossy} partly, ${failed} not at all.`}
        </p>
        <ul className="mt-1.5 grid gap-1">
          {examples.map(({ entry, language, title, value, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry may have several values of a component
            <li key={index} className="text-meta text-ink-2">
              <TextLink href={`/cms/content/edit/${entry}`}>{title || 'Untitled'}</TextLink> ({language}): “{value}”.{' '}
              {reason}
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
)
