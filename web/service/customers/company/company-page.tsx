import { Ellipsis, Pencil, Plus, Trash2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type {
  changeCompany,
  deleteCompany,
  listCompanyEvents,
  putCompanyPerson,
  removeCompanyPerson,
} from '#contract/workspace/companies.ts'
import { UncountedPager } from '#web/lib/list/cursor-pager.tsx'
import { withQuery } from '#web/lib/list/with-query.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { formatCount } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { companiesPath, companyHref, customerHref } from '#web/service/customers/customer-href.ts'
import { FieldsOfProfile } from '#web/service/customers/fields-of-profile.tsx'
import { ProfileHistory } from '#web/service/customers/history/profile-history.tsx'
import { TicketRows } from '#web/service/customers/ticket-rows.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Tag } from '#web/ui/mark/tag.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { PanelSection, Property, SidePanel } from '#web/ui/page/side-panel.tsx'
import { Split, SplitMain } from '#web/ui/page/split.tsx'
import type { Company, CompanyPageData, Person } from './company-data.ts'

const loadEdit = () => import('./company-dialog.tsx')
const loadAdd = () => import('./add-person-dialog.tsx')
const loadDelete = () => import('./delete-dialog.tsx')

export function CompanyPage({ viewer, company, fields, tickets, people, events, query }: CompanyPageData) {
  const [dialog, setDialog] = useState<'edit' | 'add' | 'delete'>()
  const close = () => setDialog(undefined)
  const [edit, add, remove] = [
    useLazyModule(loadEdit, dialog === 'edit'),
    useLazyModule(loadAdd, dialog === 'add'),
    useLazyModule(loadDelete, dialog === 'delete'),
  ]
  const canWrite = viewer.service?.state !== 'ended'
  const mayShare = canWrite && (viewer.isAdmin || !company.sharesTickets)
  const deleting = useDeletion(company)
  const hrefOf = (changed: Partial<typeof query>) => withQuery(companyHref(company.id), { ...query, ...changed })
  const panel = <CompanyPanel {...{ company, fields, canWrite }} />
  return (
    <Split panel={<SidePanel label="Company">{panel}</SidePanel>}>
      <SplitMain>
        <PageBar
          back={{ href: companiesPath, label: 'Back to the companies' }}
          title={company.name}
          actions={
            canWrite && (
              <>
                <Menu
                  button={<IconButton icon={Ellipsis} label="More" />}
                  label="Company"
                  align="end"
                  items={[{ label: 'Delete…', icon: Trash2, danger: true, onSelect: () => setDialog('delete') }]}
                />
                <Button icon={Pencil} onClick={() => setDialog('edit')}>
                  <span className="max-md:sr-only">Edit</span>
                </Button>
              </>
            )
          }
        />
        <ScrollArea>
          <Section
            title="People"
            count={company.peopleCount}
            action={
              mayShare && (
                <Button icon={Plus} onClick={() => setDialog('add')}>
                  Add a person
                </Button>
              )
            }
          >
            {people.items.length === 0 && (
              <p className="px-4 pb-4 text-ink-3 md:px-5">Nobody belongs to this company yet.</p>
            )}
            <ul aria-label="People">
              {people.items.map((person) => (
                <PersonRow key={person.id} company={company} person={person} canWrite={mayShare} />
              ))}
            </ul>
            <div className="flex justify-end px-4 md:px-5">
              <UncountedPager list={people} cursor={query.people} hrefOf={(at) => hrefOf({ people: at })} />
            </div>
          </Section>
          <Section title="Tickets">
            <TicketRows tickets={tickets.items} hasRequester />
            <div className="flex justify-end px-4 py-2 md:px-5">
              <UncountedPager list={tickets} cursor={query.tickets} hrefOf={(at) => hrefOf({ tickets: at })} />
            </div>
          </Section>
          <ProfileHistory
            first={events}
            read={(query) =>
              ask<typeof listCompanyEvents>('GET', '/api/v1/companies/:id/events', {
                params: { id: company.id },
                query,
              })
            }
          />
          <section aria-label="Company" className="border-t border-line md:hidden">
            {panel}
          </section>
        </ScrollArea>
      </SplitMain>
      {edit && dialog === 'edit' && <edit.CompanyDialog company={company} isAdmin={viewer.isAdmin} onClose={close} />}
      {add && dialog === 'add' && <add.AddPersonDialog company={company} onClose={close} />}
      {remove && dialog === 'delete' && <remove.DeleteDialog company={company} deleting={deleting} onClose={close} />}
    </Split>
  )
}

function useDeletion({ id, name }: Company) {
  const navigate = useNavigate()
  return useWrite(() => ask<typeof deleteCompany>('DELETE', '/api/v1/companies/:id', { params: { id } }), {
    done: () => `${name} deleted`,
    keepsPage: true,
    onAnswer: () => navigate(companiesPath),
  })
}

type SectionProps = { title: string; count?: number; action?: ReactNode; children: ReactNode }

const Section = ({ title, count, action, children }: SectionProps) => (
  <section className="border-b border-line last:border-b-0">
    <h2 className="flex h-12 items-center gap-2 px-4 text-meta font-[550] md:px-5">
      {title}
      {count !== undefined && <span className="font-normal text-ink-3 tabular-nums">{formatCount(count)}</span>}
      {action && <span className="ml-auto font-normal">{action}</span>}
    </h2>
    {children}
  </section>
)

type RowProps = { company: Company; person: Person; canWrite: boolean }

function PersonRow({ company, person: { id, name, address, isByDomain, sharesTickets }, canWrite }: RowProps) {
  const params = { id: company.id, customerId: id }
  const shown = name || shownAddress(address)
  const changing = useWrite(
    (shares: boolean) =>
      ask<typeof putCompanyPerson>('PUT', '/api/v1/companies/:id/people/:customerId', {
        params,
        body: { sharesTickets: shares },
      }),
    { inTurn: true, tellsProblem: true },
  )
  const removing = useWrite(
    () => ask<typeof removeCompanyPerson>('DELETE', '/api/v1/companies/:id/people/:customerId', { params }),
    { done: () => `${shown} removed from ${company.name}`, tellsProblem: true },
  )
  return (
    <li className="flex min-h-10 items-center gap-3 border-t border-line px-4 py-1 md:px-5">
      <Avatar name={shown} hideName />
      <span className="min-w-0 flex-1 truncate">
        <Link to={customerHref(id)} className="hover:underline">
          {shown}
        </Link>
        {name && <span className="ml-2 text-ink-3 max-md:hidden">{shownAddress(address)}</span>}
      </span>
      {company.sharesTickets && (
        <Switch
          label={<span className="max-md:sr-only">Shares tickets</span>}
          aria-label={`${shown} shares tickets`}
          checked={changing.underWay.at(-1) ?? sharesTickets}
          disabled={!canWrite}
          onChange={changing.write}
        />
      )}
      {isByDomain ? (
        <span className="text-meta text-ink-3 max-md:hidden">By domain</span>
      ) : (
        canWrite && (
          <IconButton
            icon={X}
            size="sm"
            label={`Remove ${shown}`}
            aria-busy={removing.isPending}
            onClick={() => removing.isPending || removing.write()}
          />
        )
      )}
    </li>
  )
}

type PanelProps = { company: Company; fields: CompanyPageData['fields']; canWrite: boolean }

const CompanyPanel = ({ company, fields, canWrite }: PanelProps) => {
  const { id, name, domains, tags, notes, sharesTickets } = company
  return (
    <>
      <PanelSection title={name}>
        <Property label="Domains">
          {domains.length === 0 && <span className="text-ink-3">None</span>}
          {domains.map((domain) => (
            <span key={domain} className="w-full truncate" title={domain}>
              {domain}
            </span>
          ))}
        </Property>
        <Property label="Tags">
          {tags.length > 0 ? tags.map((tag) => <Tag key={tag}>{tag}</Tag>) : <span className="text-ink-3">None</span>}
        </Property>
        <Property label="Tickets">{sharesTickets ? 'Shared among its people' : 'Not shared'}</Property>
      </PanelSection>
      <FieldsOfProfile
        fields={fields}
        values={company.customFields}
        canWrite={canWrite}
        save={(customFields) =>
          ask<typeof changeCompany>('PATCH', '/api/v1/companies/:id', {
            params: { id },
            body: { customFields },
          })
        }
      />
      {notes && (
        <PanelSection title="Notes of the team">
          <p className="wrap-anywhere whitespace-pre-wrap">{notes}</p>
        </PanelSection>
      )}
    </>
  )
}
