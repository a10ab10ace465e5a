import { redirect } from 'react-router'
import { listExports } from '#contract/bulk/exports.ts'
import type { exportCustomer } from '#contract/overview/people.ts'
import { showCustomer } from '#contract/workspace/customers.ts'
import { api } from '#web/lib/api.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { customerHref } from '#web/service/customers/customer-href.ts'
import { nameOf } from '#web/service/customers/customer-name.ts'
import { ExportLine } from '#web/service/exports/export-line.tsx'
import { isExportAtWork } from '#web/service/exports/export-words.ts'
import { useFollowing } from '#web/service/knowledge-base/import-and-export/use-following.ts'
import { requireService } from '#web/service/require-service.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import type { Route } from './+types/customer-exports.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Export a customer · Startup Tools' }]

const mostRead = 100

export async function loader({ context, params }: Route.LoaderArgs) {
  const viewer = await requireService(context)
  if (!viewer.isAdmin) throw redirect(customerHref(params.id))
  const { call } = context.get(api)
  const customer = await call(showCustomer, { params })
  const { items } = await call(listExports, { query: { kind: 'customer', limit: mostRead } })
  return { customer, exports: items.filter(({ options }) => options.customerId === customer.id) }
}

export default function CustomerExports({ loaderData: { customer, exports } }: Route.ComponentProps) {
  useFollowing(exports.some(isExportAtWork))
  const name = nameOf(customer)
  const exporting = useWrite(() =>
    ask<typeof exportCustomer>('POST', '/api/v1/customers/:id/exports', { params: { id: customer.id } }),
  )
  return (
    <>
      <PageBar
        title={`Export data of ${name}`}
        back={{ href: customerHref(customer.id), label: 'Back to the customer' }}
      />
      <ScrollArea>
        <SettingsForm>
          <SettingsSection title="What is exported" description="A zip with JSON files.">
            <ul className="grid list-disc gap-1 pl-5">
              <li>Name, addresses, phone numbers, companies, tags, notes, fields and history of the customer</li>
              <li>Their tickets, with the messages that customers may see and all files. No internal notes</li>
              <li>Their messages on tickets of others</li>
              <li>Their ratings of articles, and the articles that were suggested to them</li>
            </ul>
            {exporting.problem && (
              <p role="alert" className="text-red-ink">
                {exporting.problem.detail}
              </p>
            )}
            <p>
              <Button
                size="md"
                variant="primary"
                busy={exporting.isPending}
                onClick={() => exporting.isPending || exporting.write()}
              >
                Export
              </Button>
            </p>
          </SettingsSection>
          <SettingsSection title="Exports" description="Files are deleted after 24 hours.">
            {exports.length === 0 ? (
              <p className="text-ink-3">No exports yet.</p>
            ) : (
              <ul aria-label="Exports" className="border-t border-line">
                {exports.map((row) => (
                  <ExportLine key={row.id} row={row} name={name} noun="part" />
                ))}
              </ul>
            )}
          </SettingsSection>
        </SettingsForm>
      </ScrollArea>
    </>
  )
}
