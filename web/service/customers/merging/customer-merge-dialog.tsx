import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import type { CustomField } from '#contract/fields/custom-fields.ts'
import { isSame } from '#contract/is-same.ts'
import type { listDuplicates, mergeCustomer } from '#contract/overview/people.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { Customer, listCustomers } from '#contract/workspace/customers.ts'
import { customValueInWords, isEmptyValue } from '#web/fields/custom/custom-fields.ts'
import { useSite } from '#web/lib/use-site.ts'
import { plural } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Outcome } from '#web/lib/write/writer.ts'
import { customerHref } from '#web/service/customers/customer-href.ts'
import { nameOf } from '#web/service/customers/customer-name.ts'
import { undoMerge } from '#web/service/customers/merging/undo-merge.ts'
import { Chooser } from '#web/service/merging/chooser.tsx'
import { MergeCard, MergeFrame, MergeSides } from '#web/service/merging/merge-frame.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'

type Person = z.output<typeof Customer>
type Props = { customer: Person; fields: CustomField[]; onClose: () => void }

/** Chooses another customer, shows what a merge of both would be, and merges them. */
export function CustomerMergeDialog({ customer, fields, onClose }: Props) {
  const [other, setOther] = useState<Person>()
  return (
    <Dialog open onClose={onClose} title="Merge into another customer" size={other ? 'wide' : 'md'}>
      {other ? (
        <MergePreview {...{ customer, fields, other, onClose }} />
      ) : (
        <DialogBody>
          <Chooser<Person>
            label="The other customer"
            placeholder="Name, address, phone or external id"
            subject={customer.id}
            read={(words, signal) => (words ? search(words, signal) : readDuplicates(customer, signal))}
            isPossible={({ id }) => id !== customer.id}
            titles={{
              found: 'Customers found',
              suggested: 'Customers with the same name or external id',
              none: 'No other customer found',
            }}
            onChoose={setOther}
          >
            {(one) => (
              <>
                <Avatar name={nameOf(one)} size={20} hideName />
                <span className="min-w-0 truncate">{nameOf(one)}</span>
                <span className="ml-auto max-w-56 truncate pl-3 text-meta text-ink-3">
                  {shownAddress(one.emails[0]?.address ?? '')}
                </span>
              </>
            )}
          </Chooser>
        </DialogBody>
      )}
    </Dialog>
  )
}

type FoundCustomers = Promise<Outcome<{ items: Person[] }>>

const search = (q: string, signal: AbortSignal): FoundCustomers =>
  ask<typeof listCustomers>('GET', '/api/v1/customers', { query: { q, limit: 10 }, signal })

const readDuplicates = ({ id }: Person, signal: AbortSignal): FoundCustomers =>
  ask<typeof listDuplicates>('GET', '/api/v1/customers/:id/duplicates', { params: { id }, signal })

/** A value that can differ between the two customers. */
type Choice = {
  name: string
  label: string
  valueIn: (person: Person) => unknown
  wordsIn: (person: Person) => string
}

const facts = ['name', 'language', 'timeZone', 'externalId'] as const
const labels = { name: 'Name', language: 'Language', timeZone: 'Time zone', externalId: 'External id' }

const choiceOfFact = (fact: (typeof facts)[number]): Choice => ({
  name: fact,
  label: labels[fact],
  valueIn: (person) => person[fact],
  wordsIn: (person) => (fact === 'language' ? languageName(person.language ?? '') : (person[fact] ?? '')),
})

const choiceOfField = (field: CustomField, timeZone: string): Choice => ({
  name: `customFields.${field.key}`,
  label: field.label,
  valueIn: ({ customFields }) => customFields[field.key],
  wordsIn: ({ customFields }) => customValueInWords(field, customFields[field.key], timeZone),
})

/** Both customers have the value, and it differs. A value that only one of them has is kept without a choice. */
const isDiffering = ({ valueIn }: Choice, one: Person, other: Person) =>
  !isEmptyValue(valueIn(one)) && !isEmptyValue(valueIn(other)) && !isSame(valueIn(one), valueIn(other))

function MergePreview({ customer, fields, other, onClose }: Props & { other: Person }) {
  const { timeZone } = useSite()
  const [isSwapped, setSwapped] = useState(false)
  const [ofMerged, setOfMerged] = useState<string[]>([])
  const navigate = useNavigate()
  const [source, target] = isSwapped ? [other, customer] : [customer, other]
  const all = [...facts.map(choiceOfFact), ...fields.map((field) => choiceOfField(field, timeZone))]
  const choices = all.filter((choice) => isDiffering(choice, source, target))
  const isTaken = (name: string) => ofMerged.includes(name) && choices.some((choice) => choice.name === name)
  const takenFields = fields.filter(({ key }) => isTaken(`customFields.${key}`))
  const chosen = {
    ...Object.fromEntries(facts.filter((fact) => isTaken(fact)).map((fact) => [fact, source[fact]])),
    ...(takenFields.length > 0 && {
      customFields: Object.fromEntries(takenFields.map(({ key }) => [key, source.customFields[key] ?? null])),
    }),
  }

  const merging = useWrite(
    () =>
      ask<typeof mergeCustomer>('PUT', '/api/v1/customers/:id/merge', {
        params: { id: source.id },
        body: { into: target.id, fields: chosen },
      }),
    {
      done: () => `${nameOf(source)} merged into ${nameOf(target)}`,
      undo: async () => {
        const { problem } = await undoMerge(source.id)
        return problem ? { problem } : {}
      },
      onAnswer: () => {
        onClose()
        if (target.id !== customer.id) navigate(customerHref(target.id))
      },
    },
  )
  const merge = () => merging.isPending || merging.write()

  return (
    <MergeFrame onMerge={merge}>
      <DialogBody>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p className="-mt-1 text-ink-2">
            {nameOf(target)} gets the addresses, phone numbers, companies, tags, notes, fields and tickets of both. You
            can undo this for 24 hours.
          </p>
          <MergeSides
            source={<PersonCard person={source} label="Customer who is merged" />}
            target={<PersonCard person={target} label="Customer who stays" isKept />}
            onSwap={() => {
              setSwapped(!isSwapped)
              setOfMerged([])
            }}
          />
          {choices.length > 0 && (
            <section>
              <h3 className="mb-1.5 font-semibold">What differs</h3>
              {choices.map((choice) => (
                <FieldChoice
                  key={choice.name}
                  {...{ choice, source, target }}
                  isOfMerged={ofMerged.includes(choice.name)}
                  onChoose={(isOfMerged) =>
                    setOfMerged([
                      ...ofMerged.filter((one) => one !== choice.name),
                      ...(isOfMerged ? [choice.name] : []),
                    ])
                  }
                />
              ))}
            </section>
          )}
          <p className="text-meta text-ink-3">
            Mail from any of the addresses then counts as mail of {nameOf(target)}. Whoever owns one of the addresses
            can read the requests of both.
          </p>
          {merging.problem && (
            <p role="alert" className="text-red-ink">
              {merging.problem.detail}
            </p>
          )}
        </div>
      </DialogBody>
      <DialogFooter onCancel={onClose}>
        <Button size="md" variant="primary" keys="mod+enter" busy={merging.isPending} onClick={merge}>
          <span className="max-w-64 truncate">Merge into {nameOf(target)}</span>
        </Button>
      </DialogFooter>
    </MergeFrame>
  )
}

const PersonCard = ({ person, label, isKept }: { person: Person; label: string; isKept?: boolean }) => (
  <MergeCard label={label} isKept={isKept}>
    <p className="flex min-w-0 items-center gap-2">
      <Avatar name={nameOf(person)} size={28} hideName />
      <span className="truncate font-semibold">{nameOf(person)}</span>
      <span className="ml-auto shrink-0 text-meta text-ink-3">{plural(person.ticketCount, 'ticket')}</span>
    </p>
    <ul className="mt-2 grid gap-0.5 text-ink-2">
      {person.emails.slice(0, mostShown).map(({ address }) => (
        <li key={address} className="truncate" title={shownAddress(address)}>
          {shownAddress(address)}
        </li>
      ))}
    </ul>
    {person.emails.length > mostShown && (
      <p className="text-meta text-ink-3">
        and {plural(person.emails.length - mostShown, 'more address', 'more addresses')}
      </p>
    )}
    <p className="mt-1.5 truncate text-meta text-ink-3">{person.companies.map(({ name }) => name).join(', ')}</p>
  </MergeCard>
)

const mostShown = 3

type ChoiceProps = {
  choice: Choice
  source: Person
  target: Person
  isOfMerged: boolean
  onChoose: (isOfMerged: boolean) => void
}

const FieldChoice = ({ choice: { name, label, wordsIn }, source, target, isOfMerged, onChoose }: ChoiceProps) => (
  <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-start border-t border-line py-1.5">
    <span aria-hidden className="text-ink-2 wrap-anywhere">
      {label}
    </span>
    <RadioGroup
      label={label}
      hideLabel
      name={`merged-${name}`}
      layout="inline"
      options={[
        { value: 'kept', label: <span className="line-clamp-3 wrap-anywhere">{wordsIn(target)}</span> },
        { value: 'merged', label: <span className="line-clamp-3 wrap-anywhere">{wordsIn(source)}</span> },
      ]}
      value={isOfMerged ? 'merged' : 'kept'}
      onChange={(value) => onChoose(value === 'merged')}
    />
  </div>
)
