import { Layers } from 'lucide-react'
import { createHref, listHref, type OtherModel } from '#web/cms/entry-writing/entry-data.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'

type Props = { models: OtherModel[]; unknown: string | null; isAdmin: boolean }

/** A new entry starts with the choice of its model. */
export const ChooseModel = ({ models, unknown, isAdmin }: Props) => (
  <>
    <PageBar back={{ href: listHref, label: 'Back to the entries' }} title="New entry" />
    <ScrollArea>
      {models.length === 0 ? (
        <EmptyState
          icon={Layers}
          title="No models yet"
          actions={isAdmin && <Button href="/cms/settings">Add a model</Button>}
        >
          A model defines the fields of its entries. {isAdmin ? '' : 'Ask an admin to add one.'}
        </EmptyState>
      ) : (
        <div className="mx-auto max-w-180 px-4 pt-6 pb-24 md:px-10 md:pt-10">
          {unknown && <p className="mb-3 text-ink-2">There is no model “{unknown}”.</p>}
          <h2 className="mb-3 text-title font-semibold">Choose a model</h2>
          <ul className="grid gap-1">
            {models.map(({ id, key, name }) => (
              <li key={id}>
                <TextLink href={createHref(key)}>{name}</TextLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </ScrollArea>
  </>
)
