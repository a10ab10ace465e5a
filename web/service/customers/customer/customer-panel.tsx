import { CircleAlert, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { changeCustomer, liftSuppression } from '#contract/workspace/customers.ts'
import { Time } from '#web/lib/time/time.tsx'
import { useNow } from '#web/lib/time/use-now.ts'
import { describeDelivery } from '#web/lib/words/describe-delivery.ts'
import { formatClock } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { ContactProperties } from '#web/service/customers/contact-properties.tsx'
import { nameOf } from '#web/service/customers/customer-name.ts'
import { FieldsOfProfile } from '#web/service/customers/fields-of-profile.tsx'
import { articleHref } from '#web/service/knowledge-base/article/addresses.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Tag } from '#web/ui/mark/tag.tsx'
import { PanelSection, Property } from '#web/ui/page/side-panel.tsx'
import type { CustomerPageData, Profile } from './customer-data.ts'

type Props = Pick<CustomerPageData, 'customer' | 'fields' | 'readArticles'> & { canWrite: boolean; isAdmin: boolean }

export function CustomerPanel({ customer, fields, readArticles, canWrite, isAdmin }: Props) {
  const { emails, language, timeZone, tags, externalId, notes, createdAt, erasedAt } = customer
  const name = nameOf(customer)
  return (
    <>
      <PanelSection>
        <div className="flex items-center gap-2.5">
          <Avatar name={name} size={32} hideName />
          <div className="min-w-0">
            <p className="truncate font-medium">{name}</p>
            <p className="text-meta text-ink-3">
              Customer since <Time at={createdAt} style="day" />
            </p>
          </div>
        </div>
      </PanelSection>
      {!erasedAt && (
        <PanelSection title={emails.length > 1 ? 'E-mail addresses' : 'E-mail address'}>
          <ul className="grid gap-2.5">
            {emails.map((email) => (
              <Address key={email.address} email={email} isOnly={emails.length === 1} canWrite={canWrite} />
            ))}
          </ul>
        </PanelSection>
      )}
      <PanelSection>
        <ContactProperties customer={customer} />
        <Property label="Language">{language ? languageName(language) : <Unknown />}</Property>
        <Property label="Time zone">{timeZone ? <LocalTime timeZone={timeZone} /> : <Unknown />}</Property>
        <Property label="Tags">
          {tags.length > 0 ? tags.map((tag) => <Tag key={tag}>{tag}</Tag>) : <span className="text-ink-3">None</span>}
        </Property>
        {externalId && (
          <Property label="External id">
            <span className="truncate" title={externalId}>
              {externalId}
            </span>
            <CopyButton text={externalId} label="Copy the external id" />
          </Property>
        )}
      </PanelSection>
      <FieldsOfProfile
        fields={fields}
        values={customer.customFields}
        canWrite={canWrite}
        save={(customFields) =>
          ask<typeof changeCustomer>('PATCH', '/api/v1/customers/:id', {
            params: { id: customer.id },
            body: { customFields },
          })
        }
      />
      {readArticles.length > 0 && (
        <PanelSection title="Articles read before asking">
          <ul className="grid gap-1.5">
            {readArticles.map(({ article, readAt, ticket }) => (
              <li key={`${article.id} ${readAt}`} className="min-w-0">
                {isAdmin ? (
                  <Link to={articleHref(article.id)} className="line-clamp-2 wrap-anywhere hover:underline">
                    {article.title ?? 'Untitled'}
                  </Link>
                ) : (
                  <span className="line-clamp-2 wrap-anywhere">{article.title ?? 'Untitled'}</span>
                )}
                <span className="text-meta text-ink-3">
                  <Time at={readAt} />
                  {ticket ? `, before ticket ${ticket.number}` : ', no request sent'}
                </span>
              </li>
            ))}
          </ul>
        </PanelSection>
      )}
      {notes && (
        <PanelSection title="Notes of the team">
          <p className="wrap-anywhere whitespace-pre-wrap">{notes}</p>
        </PanelSection>
      )}
    </>
  )
}

const Unknown = () => <span className="text-ink-3">Not known</span>

function LocalTime({ timeZone }: { timeZone: string }) {
  const now = useNow()
  const time = formatClock(new Date(now).toISOString(), timeZone)
  return (
    <span suppressHydrationWarning className="min-w-0 wrap-anywhere">
      {timeZone.replaceAll('_', ' ')}, <span className="tabular-nums">{time}</span> now
    </span>
  )
}

type AddressProps = { email: Profile['emails'][number]; isOnly: boolean; canWrite: boolean }

function Address({ email: { address, verified, primary, suppression }, isOnly, canWrite }: AddressProps) {
  const lifting = useWrite(() => ask<typeof liftSuppression>('DELETE', '/api/v1/suppression', { query: { address } }), {
    done: () => `Mails go to ${shownAddress(address)} again`,
    tellsProblem: true,
  })
  return (
    <li>
      <span className="flex min-w-0 items-center gap-1">
        <span className="truncate" title={shownAddress(address)}>
          {shownAddress(address)}
        </span>
        <CopyButton text={shownAddress(address)} label={`Copy ${shownAddress(address)}`} />
      </span>
      <span className="flex items-center gap-1 text-meta text-ink-3">
        {verified && <Icon of={CircleCheck} size={12} className="text-green-ink" />}
        {[verified ? 'Verified' : 'Not verified', primary && !isOnly && 'Primary'].filter(Boolean).join(' · ')}
      </span>
      {suppression && (
        <span className="mt-1 flex items-start gap-1.5 text-meta text-red-ink">
          <Icon of={CircleAlert} size={12} className="mt-0.5 shrink-0" />
          <span className="min-w-0">
            No mails until <Time at={suppression.until} style="day" />. {describeDelivery(suppression.reason)}{' '}
            {canWrite && (
              <Button size="sm" busy={lifting.isPending} onClick={() => lifting.isPending || lifting.write()}>
                Try again
              </Button>
            )}
          </span>
        </span>
      )}
    </li>
  )
}
