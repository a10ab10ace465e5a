import { type RouterContextProvider, redirect } from 'react-router'
import type { TicketField } from '#contract/fields/custom-fields.ts'
import { createVisitorRequest, listVisitorForms } from '#contract/tickets/visitor-requests.ts'
import { FormChoice, type ListedForm, OtherForm, wordsOfForm } from '#web/customer/forms/form-choice.tsx'
import { faultOf, typedAgain, typedText, useMostTyped } from '#web/customer/forms/posted-form.ts'
import { pageTitle } from '#web/customer/page-title.ts'
import { type CustomValues, defaultValues, readCustomValues } from '#web/fields/custom/custom-fields.ts'
import { CustomInputs } from '#web/fields/custom/custom-inputs.tsx'
import { api } from '#web/lib/api.ts'
import { site } from '#web/lib/context.ts'
import { waitForCode, wordsOf } from '#web/lib/sign-in/ask-for-code.ts'
import { useSite } from '#web/lib/use-site.ts'
import { PostForm, useIsPosting } from '#web/lib/write/post-form.tsx'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { EmailInput, Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PublicPage } from '#web/ui/page/public-page.tsx'
import type { Route } from './+types/visitor-request.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle('New request', matches)

type VisitorForm = ListedForm & { fields: TicketField[] }

async function findForms(context: Readonly<RouterContextProvider>, key: string | null) {
  const workspaceName = context.get(site).workspace?.domain ?? ''
  const { items } = await context.get(api).call(listVisitorForms, { query: { workspaceName } })
  const form = items.find((one) => one.key === key) ?? (items.length === 1 ? items[0]! : null)
  return { workspaceName, forms: items, form }
}

/** If no form is for visitors, or the chosen one is not, the page leads to the sign-in. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { search, searchParams } = new URL(request.url)
  const key = searchParams.get('form')
  const { forms, form } = await findForms(context, key)
  if (forms.length === 0 || (key && form?.key !== key))
    throw redirect(`/customer/auth/login?next=${encodeURIComponent(`/customer/tickets/create${search}`)}`)
  const subject = searchParams.get('subject')?.trim().slice(0, 255) ?? ''
  return { form, forms: forms.map(({ key: one, name, description }) => ({ key: one, name, description })), subject }
}

export async function action({ context, request }: Route.ActionArgs) {
  const posted = await request.formData()
  const { workspaceName, form } = await findForms(context, posted.get('form')?.toString() ?? null)
  if (!form) throw redirect('/customer/request')
  const read = (name: string) => String(posted.get(name) ?? '').trim()
  const customFields = readCustomValues(posted, form.fields)
  const email = read('email')
  const { answer, problem } = await context.get(api).attempt(createVisitorRequest, {
    body: {
      ...{ workspaceName, form: form.key, email, subject: read('subject'), text: typedText(posted) },
      ...(form.fields.length > 0 && { customFields }),
      ...(read('name') && { name: read('name') }),
    },
  })
  if (answer) {
    const wanted = { purpose: 'customer-login', verifyPath: '/customer/auth/login-verify' } as const
    return waitForCode(context, request, wanted, { email, userGuidId: '', visitorRequest: answer.id })
  }
  const typed = typedAgain(posted)
  return {
    fields: problem.fields ?? {},
    problem: faultOf(posted, problem.fields ? null : wordsOf(problem), null),
    typed: typed && { ...typed, email, customFields },
  }
}

export default function VisitorRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { form, forms, subject } = loaderData
  if (!form) return <FormChoice forms={forms} />
  return (
    <PublicPage {...wordsOfForm(form)}>
      {forms.length > 1 && <OtherForm />}
      <RequestFields key={form.key} {...{ form, subject }} refused={actionData} />
    </PublicPage>
  )
}

type Props = {
  form: VisitorForm
  subject: string
  refused: Route.ComponentProps['actionData']
}

function RequestFields({ form, subject, refused }: Props) {
  const isPosting = useIsPosting()
  const fault = useFaults(refused?.fields)
  const mostLetters = useMostTyped()
  const { timeZone } = useSite()
  const typed = refused?.typed
  const values: CustomValues = typed?.customFields ?? defaultValues(form.fields)
  return (
    <PostForm answer={refused} className="grid max-w-160 grid-cols-1 gap-4">
      {refused?.problem && !isPosting && <Banner tone="danger">{refused.problem}</Banner>}
      <input type="hidden" name="form" value={form.key} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Your e-mail" {...fault('email')}>
          <EmailInput name="email" size="lg" autoComplete="email" required defaultValue={typed?.email} />
        </Field>
        <Field
          label={
            <>
              Your name<span className="font-normal text-ink-3"> (optional)</span>
            </>
          }
          {...fault('name')}
        >
          <Input name="name" size="lg" autoComplete="name" maxLength={120} defaultValue={typed?.name} />
        </Field>
      </div>
      <Field label="Subject" {...fault('subject')}>
        <Input
          name="subject"
          size="lg"
          required
          maxLength={255}
          autoComplete="off"
          defaultValue={typed?.subject ?? subject}
        />
      </Field>
      <Field label="What happened?" hint="More details help us answer faster" {...fault('text')}>
        <Textarea name="text" size="lg" rows={6} required maxLength={mostLetters} defaultValue={typed?.text} />
      </Field>
      <CustomInputs
        fields={form.fields}
        values={values}
        isRequired={({ required }) => required === 'on_create'}
        faultOf={fault}
        timeZone={timeZone}
        size="lg"
      />
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" variant="primary" size="lg" busy={isPosting}>
          Send request
        </Button>
        <span className="text-meta text-ink-3">
          We e-mail you a six-digit code. The request is sent when you enter it. You can add files after that.
        </span>
      </div>
    </PostForm>
  )
}
