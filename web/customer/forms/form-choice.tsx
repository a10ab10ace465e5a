import { useLocation, useSearchParams } from 'react-router'
import { PublicPage } from '#web/ui/page/public-page.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'

export type ListedForm = { key: string; name: string; description: string }

/** A page of the forms that a person can choose for a new request. */
export const FormChoice = ({ forms, back }: { forms: ListedForm[]; back?: { href: string; label: string } }) => (
  <PublicPage title="How can we help?" description="Choose what your request is about." {...(back && { back })}>
    <ul className="max-w-160">
      {forms.map(({ key, name, description }) => (
        <li key={key} className="relative border-t border-line px-3 py-3.5 last:border-b hover:bg-hover">
          <span className="font-medium *:before:absolute *:before:inset-0">
            <FormLink form={key}>{name}</FormLink>
          </span>
          {description && <p className="mt-0.5 text-ink-3 wrap-anywhere">{description}</p>}
        </li>
      ))}
    </ul>
  </PublicPage>
)

export const OtherForm = () => (
  <p className="mb-4">
    <FormLink>Choose another form</FormLink>
  </p>
)

/** A link to this page with another form, or without one. */
function FormLink({ form, children }: { form?: string; children: string }) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const next = new URLSearchParams(params)
  if (form) next.set('form', form)
  else next.delete('form')
  return <TextLink href={next.size > 0 ? `${pathname}?${next}` : pathname}>{children}</TextLink>
}

const read = 'Someone from our team reads every request.'

export const wordsOfForm = (form: ListedForm | null) => ({
  title: form?.name ?? 'How can we help?',
  description: form?.description || read,
})
